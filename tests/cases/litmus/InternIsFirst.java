//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: true true false true

// The first of equal strings that is interned stands for all: a constant that is used later is that string, too.

public class InternIsFirst {
    static String constant() {
        return "first0";
    }

    public static void main(String[] args) {
        String first = new StringBuilder("first").append(args.length).toString();
        String second = new StringBuilder("fir").append("st").append(args.length).toString();
        boolean isItself = first.intern() == first;
        System.out.print(isItself + " " + (second.intern() == first) + " " + (second.intern() == second)
                + " " + (constant() == first));
    }
}
