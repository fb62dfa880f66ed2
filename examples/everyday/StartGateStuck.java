//@ check: deadlock
// A worker that fails does not count the latch down: main waits for ever. Expected: deadlock.

import java.util.concurrent.CountDownLatch;

public class StartGateStuck {
    static volatile int config;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    int share = 10 / config;
                    done.countDown();
                } catch (ArithmeticException e) {
                    // Told to nobody.
                }
            }, "worker " + i).start();
        }
        config = 5;
        done.await();
    }
}
