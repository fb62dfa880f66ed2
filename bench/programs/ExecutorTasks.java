// A thousand tasks on a pool of four threads: queues, locks, parking and waking, futures.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

public class ExecutorTasks {
    static final int TASKS = 1000;
    static final int WORK = 200;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();
        LongAdder ran = new LongAdder();
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            int number = i;
            results.add(pool.submit(() -> {
                int sum = 0;
                for (int k = 0; k < WORK; k++) {
                    sum += (number ^ k) % 7;
                }
                counts.merge(number % 10, 1, Integer::sum);
                ran.increment();
                return sum;
            }));
        }
        long total = 0;
        for (Future<Integer> result : results) {
            total += result.get();
        }
        pool.shutdown();
        System.out.println(total + " " + ran.sum() + " " + counts);
    }
}
