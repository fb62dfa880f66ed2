//@ check: safe
//@ outputs: normal true

// A notification that has taken the thread out of the wait set is not undone by an interrupt.

public class NotifyThenInterrupt {
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
            LOCK.notify();
            /*~*/
            t.interrupt();
        }
    }
}
