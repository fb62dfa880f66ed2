//@ run-native
// Exercises several threads that touch a class whose initializer fails: one gets the error itself, all others a missing class.
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class FailingInitRace {
    static final AtomicInteger RUNS = new AtomicInteger();
    static final AtomicInteger SLOW_RUNS = new AtomicInteger();

    static class Broken {
        static final int VALUE;

        static {
            RUNS.incrementAndGet();
            for (int i = 0; i < 20; i++) {
                Thread.yield();
            }
            if (RUNS.get() > 0) {
                throw new IllegalStateException("initializer failed");
            }
            VALUE = 1;
        }
    }

    static class Slow {
        static int value;

        static {
            SLOW_RUNS.incrementAndGet();
            for (int i = 0; i < 20; i++) {
                value += i;
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                String outcome;
                try {
                    start.await();
                    outcome = "value " + Broken.VALUE;
                } catch (ExceptionInInitializerError e) {
                    outcome = "error with " + e.getCause();
                } catch (NoClassDefFoundError e) {
                    outcome = e.getMessage();
                } catch (InterruptedException e) {
                    outcome = "interrupted";
                }
                String slow = "slow " + Slow.value;
                synchronized (outcomes) {
                    outcomes.merge(outcome, 1, Integer::sum);
                    outcomes.merge(slow, 1, Integer::sum);
                }
            });
            threads[i].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        outcomes.forEach((outcome, times) -> System.out.println(times + " x " + outcome));
        System.out.println("initializers ran " + RUNS + " " + SLOW_RUNS);
        try {
            System.out.println(new Broken());
        } catch (NoClassDefFoundError e) {
            System.out.println("later: " + e.getMessage());
        }
    }
}
