//@ check: safe
//@ outputs: false true | true false | true true

// Others see the flag, and see it cleared.

public class InterruptClears {
    static boolean cleared;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            cleared = Thread.interrupted();
        });
        t.start();
        /*~*/
        t.interrupt();
        /*~*/
        boolean seen = t.isInterrupted();
        t.join();
        System.out.print(seen + " " + cleared);
    }
}
