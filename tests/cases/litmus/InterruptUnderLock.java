//@ check: safe
//@ outputs: im | m | mi

// Who sleeps looks at its interrupt without the lock under which others interrupt it.

public class InterruptUnderLock {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                /*~*/
                Thread.sleep(1);
            } catch (InterruptedException e) {
                System.out.print("i");
            }
        });
        t.start();
        synchronized (lock) {
            t.interrupt();
        }
        System.out.print("m");
        /*~*/
        t.join();
    }
}
