//@ check: partial-deadlock
// A notification that comes too early is lost. A daemon that ticks for ever hides no deadlock: main never goes on.
public class LostBesideATicker {
    static volatile int tick;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread daemon = new Thread(() -> {
            while (true) {
                tick = 1 - tick;
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        synchronized (lock) {
            lock.wait();
        }
    }
}
