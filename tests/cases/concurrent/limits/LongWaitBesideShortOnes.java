//@ check: safe
//@ outputs: true
// Short waits and looks of another thread, one after the other, take longer than a long wait, and do not end it.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LongWaitBesideShortOnes {
    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        new Thread(() -> {
            try {
                never.await(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.nanoTime();
            done.countDown();
        }).start();
        System.out.print(done.await(1, TimeUnit.SECONDS));
    }
}
