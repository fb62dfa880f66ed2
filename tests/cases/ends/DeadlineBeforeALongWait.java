//@ check: safe
// A long wait is not over as long as somebody looks at the clock for a moment that comes before it, polls he beside others or not.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class DeadlineBeforeALongWait {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            while (!flag) {
                Thread.yield();
            }
        });
        poller.setDaemon(true);
        poller.start();
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            long end = System.nanoTime() + 300_000_000L;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            latch.countDown();
        }).start();
        assert latch.await(10, TimeUnit.SECONDS) : "time is over";
        flag = true;
    }
}
