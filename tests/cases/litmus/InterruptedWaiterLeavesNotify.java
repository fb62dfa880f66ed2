//@ check: safe
//@ outputs: interrupted | notified

// A notification is not lost on a thread that leaves by an interrupt: the other waiter gets it.

public class InterruptedWaiterLeavesNotify {
    static final Object LOCK = new Object();
    static int waiting;

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> {
            synchronized (LOCK) {
                waiting++;
                try {
                    LOCK.wait();
                    System.out.print("notified");
                } catch (InterruptedException e) {
                    System.out.print("interrupted");
                }
            }
        });
        Thread second = new Thread(() -> {
            synchronized (LOCK) {
                waiting++;
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        first.start();
        second.start();
        while (true) {
            synchronized (LOCK) {
                if (waiting == 2) {
                    first.interrupt();
                    /*~*/
                    LOCK.notify();
                    break;
                }
            }
        }
        first.join();
        synchronized (LOCK) {
            LOCK.notify();
        }
        second.join();
    }
}
