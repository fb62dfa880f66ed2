//@ run-native
// Exercises the four rejection policies and one of our own on a pool whose only thread is held and whose queue is full.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class RejectionPolicies {
    private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    record Named(String name) implements Runnable {
        @Override
        public void run() {
            LOG.add(name + (Thread.currentThread().getName().equals("main") ? " by the caller" : ""));
        }
    }

    private static void trial(String label, RejectedExecutionHandler policy) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2), policy);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        pool.execute(() -> {
            started.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                LOG.add("interrupted");
            }
        });
        started.await();
        for (String name : new String[] {"a", "b", "c", "d"}) {
            try {
                pool.execute(new Named(name));
            } catch (RejectedExecutionException e) {
                LOG.add(name + " rejected");
            }
        }
        List<String> queued = new ArrayList<>();
        pool.getQueue().forEach(task -> queued.add(((Named) task).name()));
        release.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(label + ": queued " + queued + " log " + LOG);
        LOG.clear();
        try {
            pool.execute(new Named("late"));
        } catch (RejectedExecutionException e) {
            LOG.add("late rejected");
        }
        System.out.println("  after shutdown: " + LOG);
        LOG.clear();
    }

    public static void main(String[] args) throws InterruptedException {
        trial("abort", new ThreadPoolExecutor.AbortPolicy());
        trial("discard", new ThreadPoolExecutor.DiscardPolicy());
        trial("discard oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
        trial("caller runs", new ThreadPoolExecutor.CallerRunsPolicy());
        trial("own", (task, pool) -> LOG.add(((Named) task).name() + " noted, queue " + pool.getQueue().size()
            + " shut " + pool.isShutdown()));
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        System.out.println("default " + pool.getRejectedExecutionHandler().getClass().getSimpleName());
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        pool.shutdownNow();
        pool.execute(() -> System.out.println("never"));
        System.out.println("discarded silently " + pool.isTerminated());
    }
}
