//@ check: safe
// Workers wait at a latch until all is prepared, and main until all are done. Expected: safe.

import java.util.concurrent.CountDownLatch;

public class StartGate {
    static int config;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    ready.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assert config == 7;
                done.countDown();
            }, "worker " + i).start();
        }
        config = 7;
        ready.countDown();
        done.await();
    }
}
