//@ check: safe
// The flag is looked at under the lock under which its reader waits, so that no notification is lost, and the beat ends.
public class NotLostBesideABeat {
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
            synchronized (lock) {
                while (!ready) {
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
