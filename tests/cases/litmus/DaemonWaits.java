//@ check: safe
//@ outputs: done

// A daemon that waits for ever does not keep the program.

public class DaemonWaits {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.setDaemon(true);
        t.start();
        /*~*/
        System.out.print("done");
    }
}
