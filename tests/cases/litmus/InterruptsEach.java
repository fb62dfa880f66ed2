//@ check: safe
//@ outputs: 0 false | 0 true | 1 false | 1 true

// A pool that is shut down at once interrupts one worker after the other: the first may do something before the second
// is interrupted. Which one is the first is decided by hash codes, and so by who came first.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InterruptsEach {
    static volatile int seen;

    public static void main(String[] args) throws Exception {
        seen = 0;
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        Thread other = new Thread(() -> pool.execute(() -> {
            started.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                seen = 1;
            }
        }));
        other.start();
        CountDownLatch told = new CountDownLatch(1);
        pool.execute(() -> {
            started.countDown();
            /*~*/
            int value = seen;
            System.out.print(value + " " + Thread.currentThread().isInterrupted());
            told.countDown();
        });
        started.await();
        pool.shutdownNow();
        told.await();
    }
}
