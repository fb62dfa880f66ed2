//@ check: assertion
// A time-out of ten milliseconds can be over before anything else happens.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class ShortTimeouts {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        assert latch.await(10, TimeUnit.MILLISECONDS) : "timed out";
    }
}
