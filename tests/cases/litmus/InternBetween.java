//@ check: safe
//@ run: reduce=order,full,local,off
//@ outputs: 0 false true | 0 true true | 1 false true | 1 true true

// Between two operations of a thread, the second of which uses a constant, another one can intern an equal string.

public class InternBetween {
    static volatile int flag;
    static String constant;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            flag = 1;
            /*~*/
            constant = "between0";
        });
        String mine = new StringBuilder("between").append(args.length).toString();
        t.start();
        /*~*/
        int seen = flag;
        /*~*/
        String interned = mine.intern();
        t.join();
        System.out.print(seen + " " + (interned == mine) + " " + (interned == constant));
    }
}
