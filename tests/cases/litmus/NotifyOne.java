//@ check: deadlock
//@ outputs: 12 | 21

// One notification takes one of two waiters, whichever; the other waits for the second one, or for ever.

public class NotifyOne {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        for (int i = 1; i <= 2; i++) {
            int number = i;
            new Thread(() -> {
                synchronized (LOCK) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    System.out.print(number);
                }
            }).start();
        }
        synchronized (LOCK) {
            LOCK.notify();
        }
        synchronized (LOCK) {
            LOCK.notify();
        }
    }
}
