//@ check: inconclusive
// Nobody ever notifies, and a daemon that sleeps and wakes for ever is no way out: the program never ends.
public class NoPathEnds {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread daemon = new Thread(() -> {
            while (true) {
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
