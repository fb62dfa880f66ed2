//@ check: safe
// A time-out of ten seconds means that something is wrong: it is over only when nothing else can go on.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LongTimeouts {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            flag = true;
            latch.countDown();
        });
        thread.start();
        long end = System.nanoTime() + 10_000_000_000L;
        while (!flag) {
            assert System.nanoTime() < end : "too late";
            Thread.yield();
        }
        assert latch.await(10, TimeUnit.SECONDS) : "timed out";
    }
}
