//@ run-native
// Exercises how ThreadPoolExecutor grows: core threads first, then the queue, then extra threads, prestart, and purge.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PoolGrowth {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 4, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(3));
        CountDownLatch release = new CountDownLatch(1);
        int accepted = 0;
        for (int i = 1; i <= 9; i++) {
            try {
                pool.execute(() -> {
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                accepted++;
            } catch (RejectedExecutionException e) {
                System.out.println("task " + i + " rejected");
                continue;
            }
            System.out.println("task " + i + ": threads " + pool.getPoolSize() + " queued " + pool.getQueue().size());
        }
        pool.setMaximumPoolSize(5);
        pool.execute(() -> { });
        System.out.println("after raising the maximum: " + pool.getPoolSize() + " accepted " + accepted);
        release.countDown();
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " completed " + pool.getCompletedTaskCount()
            + " largest " + pool.getLargestPoolSize());

        ThreadPoolExecutor eager = new ThreadPoolExecutor(3, 3, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        System.out.println("prestart " + eager.prestartCoreThread() + " " + eager.getPoolSize() + " all "
            + eager.prestartAllCoreThreads() + " " + eager.getPoolSize() + " more " + eager.prestartCoreThread());
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            eager.execute(() -> {
                held.countDown();
                try {
                    hold.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        held.await();
        System.out.println("active " + eager.getActiveCount());
        List<Future<?>> queued = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            queued.add(eager.submit(() -> { }));
        }
        queued.get(1).cancel(false);
        queued.get(3).cancel(false);
        System.out.println("queued " + eager.getQueue().size());
        eager.purge();
        System.out.println("purged " + eager.getQueue().size() + " removed " + eager.remove((Runnable) queued.get(4))
            + " " + eager.getQueue().size());
        hold.countDown();
        System.out.println(queued.get(0).get() + " " + queued.get(4).isDone());
        eager.allowCoreThreadTimeOut(true);
        System.out.println("core may time out " + eager.allowsCoreThreadTimeOut());
        eager.shutdown();
        System.out.println(eager.awaitTermination(1, TimeUnit.HOURS) + " " + eager.getCompletedTaskCount());
        for (Runnable wrong : new Runnable[] {() -> eager.setCorePoolSize(-1), () -> eager.setMaximumPoolSize(0),
            () -> new ThreadPoolExecutor(2, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()),
            () -> new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, null)}) {
            try {
                wrong.run();
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
