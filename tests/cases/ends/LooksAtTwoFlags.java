//@ check: livelock

// A loop of several steps: it looks at two flags, of which only one is ever raised. Another thread polls under a lock.

public class LooksAtTwoFlags {
    static final Object LOCK = new Object();
    static volatile boolean isOpen;
    static volatile boolean isFull;
    static boolean isDone;

    public static void main(String[] args) throws InterruptedException {
        Thread looker = new Thread(() -> {
            while (!isOpen || !isFull) {
                Thread.yield();
            }
            synchronized (LOCK) {
                isDone = true;
            }
        });
        Thread poller = new Thread(() -> {
            while (true) {
                synchronized (LOCK) {
                    if (isDone) {
                        return;
                    }
                }
            }
        });
        looker.start();
        poller.start();
        isOpen = true;
        poller.join();
    }
}
