//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: true true | false true

// A thread uses a constant while another one interns an equal string: who comes first decides which string both have.

public class InternOrConstant {
    static String constant;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            constant = "either0";
        });
        t.start();
        String mine = new StringBuilder("either").append(args.length).toString();
        /*~*/
        String interned = mine.intern();
        t.join();
        System.out.print((interned == mine) + " " + (interned == constant));
    }
}
