//@ check: safe
//@ outputs: interrupted false | normal true

// A thread that is interrupted stays in the wait set until it wakes: a notification may still take it.

public class InterruptThenNotify {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            synchronized (LOCK) {
                try {
                    if (!ready) {
                        LOCK.wait();
                    }
                    System.out.print("normal " + Thread.currentThread().isInterrupted());
                } catch (InterruptedException e) {
                    System.out.print("interrupted " + Thread.currentThread().isInterrupted());
                }
            }
        });
        t.start();
        /*~*/
        synchronized (LOCK) {
            ready = true;
            t.interrupt();
            /*~*/
            LOCK.notify();
        }
    }
}
