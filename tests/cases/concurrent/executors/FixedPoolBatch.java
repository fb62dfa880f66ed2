//@ run-native
// Exercises a fixed pool: invokeAll in order, results of submit, failing tasks, and the counters after termination.
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class FixedPoolBatch {
    static int digitSum(int n) {
        return n == 0 ? 0 : n % 10 + digitSum(n / 10);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Set<String> names = ConcurrentHashMap.newKeySet();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int n = i * 37;
            tasks.add(() -> {
                names.add(Thread.currentThread().getName());
                if (n % 5 == 4) {
                    throw new IllegalArgumentException("no " + n);
                }
                return digitSum(n);
            });
        }
        StringBuilder line = new StringBuilder();
        for (Future<Integer> future : pool.invokeAll(tasks)) {
            try {
                line.append(future.get());
            } catch (ExecutionException e) {
                line.append('(').append(e.getCause().getMessage()).append(')');
            }
            line.append(future.isDone() ? " " : "?");
        }
        System.out.println(line);
        System.out.println("known thread names " + Set.of("pool-1-thread-1", "pool-1-thread-2", "pool-1-thread-3")
            .containsAll(names));

        List<Future<?>> plain = new ArrayList<>();
        int[] cells = new int[8];
        for (int i = 0; i < cells.length; i++) {
            int at = i;
            plain.add(pool.submit(() -> {
                cells[at] = at * at;
            }));
        }
        int sum = 0;
        for (int i = 0; i < cells.length; i++) {
            sum += plain.get(i).get() == null ? cells[i] : -1000;
        }
        System.out.println("sum " + sum + " " + pool.submit(() -> { }, "given").get());

        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isTerminated());
        ThreadPoolExecutor details = (ThreadPoolExecutor) pool;
        System.out.println("tasks " + details.getTaskCount() + " completed " + details.getCompletedTaskCount()
            + " core " + details.getCorePoolSize() + " max " + details.getMaximumPoolSize() + " size "
            + details.getPoolSize() + " largest " + details.getLargestPoolSize() + " active "
            + details.getActiveCount() + " keep " + details.getKeepAliveTime(TimeUnit.SECONDS));
        System.out.println(pool.toString().replaceAll(".*\\[", "["));
        try {
            Executors.newFixedThreadPool(0);
        } catch (IllegalArgumentException e) {
            System.out.println("a pool needs a thread");
        }
    }
}
