//@ check: safe
// Two workers, a latch with a time limit, and an orderly end.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PoolAtOnce {
    static int count;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch done = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            pool.submit(() -> {
                synchronized (PoolAtOnce.class) {
                    count++;
                }
                done.countDown();
            });
        }
        assert done.await(10, TimeUnit.SECONDS);
        pool.shutdown();
        assert pool.awaitTermination(5, TimeUnit.SECONDS);
        assert count == 2;
    }
}
