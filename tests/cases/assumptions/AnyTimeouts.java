//@ check: assertion
//@ options: --timeouts any
// The same program where a wait may be over at any moment, however long it is.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class AnyTimeouts {
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
