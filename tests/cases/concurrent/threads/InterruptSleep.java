//@ run-native
// Exercises interrupting a sleeping thread: during the sleep, before it, twice, and the flag afterwards.
import java.util.concurrent.TimeUnit;

public class InterruptSleep {
    private static String outcome;

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    private static void sleepLong() {
        try {
            Thread.sleep(3_600_000);
            outcome = "slept";
        } catch (InterruptedException e) {
            outcome = e.getMessage() + ", flag " + Thread.currentThread().isInterrupted();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(InterruptSleep::sleepLong);
        sleeper.start();
        awaitState(sleeper, Thread.State.TIMED_WAITING);
        sleeper.interrupt();
        sleeper.join();
        System.out.println("during: " + outcome);

        Thread early = new Thread(() -> {
            Thread.currentThread().interrupt();
            sleepLong();
        });
        early.start();
        early.join();
        System.out.println("before: " + outcome);

        Thread zero = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                Thread.sleep(0);
                outcome = "zero sleep is silent";
            } catch (InterruptedException e) {
                outcome = "zero sleep is interrupted too";
            }
        });
        zero.start();
        zero.join();
        System.out.println(outcome);

        Thread twice = new Thread(() -> {
            int times = 0;
            while (times < 2) {
                try {
                    TimeUnit.HOURS.sleep(1);
                } catch (InterruptedException e) {
                    times++;
                    synchronized (InterruptSleep.class) {
                        InterruptSleep.class.notify();
                    }
                }
            }
            outcome = "interrupted " + times + " times";
        });
        synchronized (InterruptSleep.class) {
            twice.start();
            awaitState(twice, Thread.State.TIMED_WAITING);
            twice.interrupt();
            InterruptSleep.class.wait();
        }
        awaitState(twice, Thread.State.TIMED_WAITING);
        twice.interrupt();
        twice.join();
        System.out.println(outcome);

        Thread unstarted = new Thread(() -> outcome = "flag at the start " + Thread.interrupted());
        unstarted.interrupt();
        unstarted.start();
        unstarted.join();
        System.out.println("the end is reached, " + outcome.substring(0, 17));

        Thread ended = new Thread(() -> { });
        ended.start();
        ended.join();
        ended.interrupt();
        System.out.println("alive after the end " + ended.isAlive());
        for (long bad : new long[] {-1, Long.MIN_VALUE}) {
            try {
                Thread.sleep(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Thread.sleep(1, 1_000_000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
