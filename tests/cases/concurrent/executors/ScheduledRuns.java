//@ run-native
// Exercises scheduled executors: one-shot order, a fixed rate counted to five, a fixed delay that fails, and cancellation.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class ScheduledRuns {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        scheduler.execute(() -> {
            held.countDown();
            try {
                hold.await();
            } catch (InterruptedException e) {
                order.add("interrupted");
            }
        });
        held.await();
        // While the only thread is held, all of these become due; they then run by time, and at equal times by order.
        ScheduledFuture<?> last = scheduler.schedule(() -> order.add("last"), 900, TimeUnit.MILLISECONDS);
        scheduler.schedule(() -> order.add("third"), 500, TimeUnit.MILLISECONDS);
        scheduler.schedule(() -> order.add("first"), -1, TimeUnit.SECONDS);
        ScheduledFuture<Integer> value = scheduler.schedule(() -> {
            order.add("second");
            return 17;
        }, 1, TimeUnit.MILLISECONDS);
        System.out.println("pending " + scheduler.getQueue().size() + " later " + (last.compareTo(value) > 0));
        hold.countDown();
        last.get();
        System.out.println(order + " " + value.get() + " " + last.isDone());

        AtomicInteger runs = new AtomicInteger();
        CountDownLatch five = new CountDownLatch(5);
        ScheduledFuture<?> rate = scheduler.scheduleAtFixedRate(() -> {
            if (five.getCount() > 0) {
                runs.incrementAndGet();
            }
            five.countDown();
        }, 0, 2, TimeUnit.MILLISECONDS);
        five.await();
        System.out.println("cancelled " + rate.cancel(false) + " counted " + runs + " done " + rate.isDone());
        try {
            rate.get();
        } catch (CancellationException e) {
            System.out.println("a cancelled schedule has no result");
        }

        AtomicInteger attempts = new AtomicInteger();
        ScheduledFuture<?> delay = scheduler.scheduleWithFixedDelay(() -> {
            if (attempts.incrementAndGet() == 3) {
                throw new IllegalStateException("third time");
            }
        }, 1, 1, TimeUnit.MILLISECONDS);
        try {
            delay.get();
        } catch (ExecutionException e) {
            System.out.println("stopped by " + e.getCause().getMessage() + " after " + attempts);
        }

        ScheduledFuture<?> far = scheduler.schedule(() -> order.add("never"), 10, TimeUnit.HOURS);
        System.out.println("far away " + (far.getDelay(TimeUnit.MINUTES) > 500) + " " + scheduler.remove((Runnable) far)
            + " " + scheduler.getQueue().isEmpty());
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.schedule(() -> { }, 1, TimeUnit.DAYS).cancel(false);
        System.out.println("removed on cancel " + scheduler.getQueue().size());
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        scheduler.schedule(() -> order.add("dropped"), 1, TimeUnit.HOURS);
        scheduler.shutdown();
        System.out.println("ended " + scheduler.awaitTermination(1, TimeUnit.HOURS) + " " + order);
        try {
            scheduler.schedule(() -> { }, 1, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            System.out.println("closed");
        }
    }
}
