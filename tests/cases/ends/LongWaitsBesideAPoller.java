//@ check: safe
//@ outputs: 12345
// The same for all ways to wait long, one after the other, beside threads that poll in two ways: by yielding, and under a monitor.
import java.util.concurrent.CountDownLatch;
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
        poller.join(10_000);
        System.out.print(1);
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(10_000);
        }
        System.out.print(2);
        new CountDownLatch(1).await(10, TimeUnit.SECONDS);
        System.out.print(3);
        LockSupport.parkNanos(10_000_000_000L);
        System.out.print(4);
        TimeUnit.SECONDS.sleep(2);
        synchronized (lock) {
            flag = true;
        }
        poller.join();
        System.out.print(5);
    }
}
