//@ run-native
// Exercises java.util.Timer: one-shot order, repetition counted to a limit, cancellation by the task itself, and purging.
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerTasks {
    private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    private static TimerTask task(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer("clock", true);
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        timer.schedule(task(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                LOG.add("interrupted");
            }
        }), 0);
        // These become due while the timer's thread is held, so their order is by time alone.
        long now = System.currentTimeMillis();
        timer.schedule(task(() -> {
            LOG.add("last on " + Thread.currentThread().getName());
            last.countDown();
        }), new Date(now + 60));
        timer.schedule(task(() -> LOG.add("second")), new Date(now + 30));
        timer.schedule(task(() -> LOG.add("first")), new Date(0));
        hold.countDown();
        last.await();
        System.out.println(LOG);
        LOG.clear();

        CountDownLatch ended = new CountDownLatch(1);
        TimerTask limited = new TimerTask() {
            private int runs;

            @Override
            public void run() {
                LOG.add("run " + ++runs);
                if (runs == 4) {
                    LOG.add("cancel " + cancel());
                    ended.countDown();
                }
            }
        };
        timer.schedule(limited, 1, 2);
        ended.await();
        System.out.println(LOG + " again " + limited.cancel());
        LOG.clear();

        CountDownLatch beats = new CountDownLatch(5);
        TimerTask rate = task(beats::countDown);
        timer.scheduleAtFixedRate(rate, 0, 1);
        beats.await();
        System.out.println("five beats, cancel " + rate.cancel() + " scheduled for the past "
            + (rate.scheduledExecutionTime() <= System.currentTimeMillis()));

        TimerTask far = task(() -> LOG.add("never"));
        timer.schedule(far, 3_600_000);
        try {
            timer.schedule(far, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("cancel " + far.cancel() + " purged " + (timer.purge() >= 1));
        timer.cancel();
        try {
            timer.schedule(task(() -> { }), 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Timer failing = new Timer("failing", true);
        CountDownLatch thrown = new CountDownLatch(1);
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            LOG.add(thread.getName() + " died: " + e.getMessage());
            thrown.countDown();
        });
        failing.schedule(task(() -> {
            throw new IllegalStateException("task failed");
        }), 0);
        thrown.await();
        System.out.println(LOG);
        for (Runnable wrong : new Runnable[] {() -> new Timer(true).schedule(task(() -> { }), -1),
            () -> new Timer(true).schedule(task(() -> { }), 1, 0)}) {
            try {
                wrong.run();
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
