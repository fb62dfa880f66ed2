//@ run-native
// Exercises shutdown and shutdownNow: queued tasks finished or returned, running ones interrupted, and state changes.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

public class ShutdownForms {
    private static final List<String> LOG = new ArrayList<>();

    private static synchronized void log(String line) {
        LOG.add(line);
    }

    private static String state(ExecutorService pool) {
        return "shutdown " + pool.isShutdown() + " terminated " + pool.isTerminated();
    }

    private static void trial(boolean now) throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        pool.execute(() -> {
            started.countDown();
            try {
                release.await();
                log("first finished");
            } catch (InterruptedException e) {
                log("first interrupted");
            }
        });
        for (int i = 2; i <= 4; i++) {
            int n = i;
            pool.execute(() -> log("task " + n));
        }
        Future<String> future = pool.submit(() -> "value");
        started.await();
        System.out.println("before: " + state(pool) + " await " + pool.awaitTermination(1, TimeUnit.MILLISECONDS));
        if (now) {
            List<Runnable> never = pool.shutdownNow();
            System.out.println("never started " + never.size() + ", future among them " + never.contains(future)
                + " done " + future.isDone());
            never.get(0).run();
        } else {
            pool.shutdown();
            System.out.println("requested: " + state(pool));
            release.countDown();
        }
        try {
            pool.execute(() -> log("too late"));
        } catch (RejectedExecutionException e) {
            log("rejected");
        }
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS) + " " + state(pool)
            + " future " + future.isDone());
        synchronized (ShutdownForms.class) {
            LOG.sort(null);
            System.out.println(LOG);
            LOG.clear();
        }
        pool.shutdown();
        System.out.println("again " + pool.shutdownNow());
    }

    public static void main(String[] args) throws InterruptedException {
        trial(false);
        trial(true);
        ExecutorService unused = Executors.newCachedThreadPool();
        unused.shutdown();
        System.out.println("unused: " + state(unused));
    }
}
