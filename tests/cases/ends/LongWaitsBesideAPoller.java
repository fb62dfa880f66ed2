//@ check: safe
//@ outputs: 1234
// The same for all ways to wait long that do not look at the clock, one after the other, beside a thread that polls under a
// monitor.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class LongWaitsBesideAPoller {
    static final Object lock = new Object();
    static boolean flag;

    static boolean isOver() {
        synchronized (lock) {
            return flag;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            while (!isOver()) {
                Thread.onSpinWait();
            }
        });
        poller.start();
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(10_000);
        }
        System.out.print(1);
        LockSupport.parkNanos(10_000_000_000L);
        System.out.print(2);
        TimeUnit.SECONDS.sleep(2);
        System.out.print(3);
        synchronized (lock) {
            flag = true;
        }
        poller.join();
        System.out.print(4);
    }
}
