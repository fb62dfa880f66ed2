//@ check: safe
//@ outputs: false true
// The first of equal strings to be interned is on java what stands for them; here it never is, but there is one for all.
public class InternedCopy {
    public static void main(String[] args) {
        String first = new StringBuilder("not a ").append("literal ").append(args.length).toString();
        String second = new StringBuilder("not a literal ").append(args.length).toString();
        System.out.print((first.intern() == first) + " " + (first.intern() == second.intern()));
    }
}
