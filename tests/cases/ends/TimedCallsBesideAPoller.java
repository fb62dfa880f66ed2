//@ check: safe
//@ outputs: 12345
// Calls that look at the clock and wait long are over where the only other thread polls, without looking at the clock.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class TimedCallsBesideAPoller {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            while (!flag) {
                Thread.yield();
            }
        });
        poller.start();
        poller.join(10_000);
        System.out.print(1);
        if (!new CountDownLatch(1).await(10, TimeUnit.SECONDS)) {
            System.out.print(2);
        }
        if (new LinkedBlockingQueue<>().poll(10, TimeUnit.SECONDS) == null) {
            System.out.print(3);
        }
        try {
            new FutureTask<>(() -> 1).get(10, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.out.print(4);
        }
        flag = true;
        poller.join();
        System.out.print(5);
    }
}
