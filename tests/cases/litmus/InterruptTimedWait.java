//@ check: safe
//@ outputs: interrupted false | timed false | timed true

// A timed wait ends by its time or by an interrupt.

public class InterruptTimedWait {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait(1);
                    /*~*/
                    System.out.print("timed " + Thread.currentThread().isInterrupted());
                } catch (InterruptedException e) {
                    System.out.print("interrupted " + Thread.currentThread().isInterrupted());
                }
            }
        });
        t.start();
        /*~*/
        t.interrupt();
    }
}
