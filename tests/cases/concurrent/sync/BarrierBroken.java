//@ run-native
// Exercises broken barriers: by an interrupt, by a timeout, by reset, and by an action that fails.
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BarrierBroken {
    private static final TreeMap<String, Integer> OUTCOMES = new TreeMap<>();

    private static Thread arrive(CyclicBarrier barrier, boolean timed) {
        Thread thread = new Thread(() -> {
            String outcome;
            try {
                if (timed) {
                    barrier.await(5, TimeUnit.MILLISECONDS);
                } else {
                    barrier.await();
                }
                outcome = "passed";
            } catch (InterruptedException | BrokenBarrierException | TimeoutException | IllegalStateException e) {
                outcome = e.getClass().getSimpleName();
            }
            synchronized (OUTCOMES) {
                OUTCOMES.merge(outcome, 1, Integer::sum);
            }
        });
        thread.start();
        return thread;
    }

    private static void awaitWaiting(CyclicBarrier barrier, int count) {
        while (barrier.getNumberWaiting() != count) {
            Thread.yield();
        }
    }

    private static void show(String label, CyclicBarrier barrier, Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (OUTCOMES) {
            System.out.println(label + ": " + OUTCOMES + " broken " + barrier.isBroken());
            OUTCOMES.clear();
        }
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(4);
        Thread[] three = {arrive(barrier, false), arrive(barrier, false), arrive(barrier, false)};
        awaitWaiting(barrier, 3);
        three[1].interrupt();
        show("interrupt", barrier, three);
        show("arriving at a broken one", barrier, arrive(barrier, false));

        barrier.reset();
        Thread[] two = {arrive(barrier, false), arrive(barrier, false)};
        awaitWaiting(barrier, 2);
        show("timeout", barrier, arrive(barrier, true), two[0], two[1]);

        barrier.reset();
        Thread[] waiting = {arrive(barrier, false), arrive(barrier, false)};
        awaitWaiting(barrier, 2);
        barrier.reset();
        show("reset", barrier, waiting);
        show("afterwards", barrier, arriveAll(barrier, 4));

        CyclicBarrier failing = new CyclicBarrier(3, () -> {
            throw new IllegalStateException("action failed");
        });
        show("failing action", failing, arriveAll(failing, 3));
        Thread.currentThread().interrupt();
        try {
            new CyclicBarrier(2).await();
        } catch (InterruptedException e) {
            System.out.println("interrupted on arrival, flag " + Thread.interrupted());
        }
        try {
            new CyclicBarrier(2).await(-1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.out.println("no time at all " + e.getMessage());
        }
    }

    private static Thread[] arriveAll(CyclicBarrier barrier, int count) {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = arrive(barrier, false);
        }
        return threads;
    }
}
