//@ run-native
// Exercises a work-stealing pool as a plain executor: sums of submitted tasks, invokeAll, and tasks that submit further tasks.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class WorkStealingPool {
    private static void spread(ExecutorService pool, int depth, AtomicInteger leaves, CountDownLatch done) {
        if (depth == 0) {
            leaves.incrementAndGet();
            done.countDown();
            return;
        }
        for (int i = 0; i < 3; i++) {
            pool.execute(() -> spread(pool, depth - 1, leaves, done));
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(3);
        System.out.println("parallelism " + ((ForkJoinPool) pool).getParallelism() + " async "
            + ((ForkJoinPool) pool).getAsyncMode());
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int n = i;
            tasks.add(() -> n % 7 * (Thread.currentThread().isDaemon() ? 1 : -1));
        }
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tasks)) {
            sum += future.get();
        }
        System.out.println("sum on daemons " + sum);

        AtomicInteger leaves = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(81);
        spread(pool, 4, leaves, done);
        done.await();
        System.out.println("leaves " + leaves);
        try {
            pool.submit(() -> {
                throw new IllegalStateException("inside the pool");
            }).get();
        } catch (ExecutionException e) {
            System.out.println("failure type known " + rootMessage(e));
        }
        String any = pool.invokeAny(List.of(() -> "x", () -> "x"));
        System.out.println(any);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isTerminated());
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + " " + root.getMessage();
    }
}
