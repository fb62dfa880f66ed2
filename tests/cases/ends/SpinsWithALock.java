//@ check: livelock

// Who spins has the lock that the one needs who would end it.

public class SpinsWithALock {
    static final Object LOCK = new Object();
    static volatile boolean isReady;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (LOCK) {
                while (!isReady) {
                    Thread.yield();
                }
            }
        });
        waiter.start();
        synchronized (LOCK) {
            isReady = true;
        }
        waiter.join();
    }
}
