//@ check: safe
// Beside somebody who polls, a long wait is not over as long as somebody else gets somewhere.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LongWaitIsNotOver {
    static volatile boolean flag;
    static volatile int work;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            while (!flag) {
                Thread.yield();
            }
            latch.countDown();
        }).start();
        new Thread(() -> {
            int local = 0;
            while (local < 3) {
                local += work == 0 ? 1 : 2;
            }
            flag = true;
        }).start();
        assert latch.await(10, TimeUnit.SECONDS) : "time is over";
    }
}
