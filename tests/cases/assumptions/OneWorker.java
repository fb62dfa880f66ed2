//@ check: safe
//@ options: --processors 2
// With two processors the common pool has one worker, and its tasks never meet.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

public class OneWorker {
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
