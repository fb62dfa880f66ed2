//@ check: partial-deadlock
// On some paths a notification comes too early and is lost. The beat is no daemon and would end after that, so it beats for ever.
public class LostBesideABeat {
    static boolean ready;
    static volatile boolean stop;
    static volatile int beats;
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            int i = 0;
            while (!stop) {
                i = (i + 1) % 3;
                beats = i;
            }
        }).start();
        Thread waiter = new Thread(() -> {
            boolean isReady;
            synchronized (lock) {
                isReady = ready;
            }
            if (!isReady) {
                synchronized (lock) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                    }
                }
            }
        });
        waiter.start();
        synchronized (lock) {
            ready = true;
            lock.notify();
        }
        waiter.join();
        stop = true;
    }
}
