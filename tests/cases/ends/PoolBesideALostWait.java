//@ check: partial-deadlock
// A thread of a pool that waits long for work, and would end, makes nobody else's wait a matter of time.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolBesideALostWait {
    static volatile int tick;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.submit(() -> { }).get();
        Thread daemon = new Thread(() -> {
            while (true) {
                tick = 1 - tick;
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        if (gov.nasa.jpf.vm.Verify.getBoolean()) {
            System.exit(0);
        }
        synchronized (lock) {
            lock.wait();
        }
    }
}
