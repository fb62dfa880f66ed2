//@ check: inconclusive
// Nobody ever notifies, and a daemon that ticks for ever is no way out: the program never ends.
public class NoPathEnds {
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
        synchronized (lock) {
            lock.wait();
        }
    }
}
