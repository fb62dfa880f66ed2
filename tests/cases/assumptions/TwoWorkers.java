//@ check: assertion
// The same program on as many processors as usual: the pool has two workers, and an update is lost.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

public class TwoWorkers {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                count++;
                done.countDown();
            });
        }
        done.await();
        assert count == 2;
    }
}
