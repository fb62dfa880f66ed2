//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: false true

// A constant that was used before stands for all equal strings.

public class InternAfterConstant {
    static String constant() {
        return "second0";
    }

    public static void main(String[] args) {
        String constant = constant();
        String string = new StringBuilder("second").append(args.length).toString();
        System.out.print((string.intern() == string) + " " + (string.intern() == constant));
    }
}
