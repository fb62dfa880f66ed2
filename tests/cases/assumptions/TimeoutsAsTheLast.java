//@ check: assertion
// Nobody counts down, so that the time-out is all that can happen: no deadlock.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class TimeoutsAsTheLast {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        assert latch.await(10, TimeUnit.SECONDS) : "timed out";
    }
}
