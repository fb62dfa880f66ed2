//@ check: livelock
// A notification that comes too early is lost. Beside a daemon that sleeps and wakes for ever and does nothing else, that is a livelock.
public class LostBesideASleeper {
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
