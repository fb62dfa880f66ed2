//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LongLatchAwait {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            latch.countDown();
        });
        other.setDaemon(true);
        other.start();
        System.out.print(latch.await(1, TimeUnit.SECONDS));
    }
}
