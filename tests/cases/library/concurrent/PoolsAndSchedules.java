//@ run-native
// Exercises a fixed pool whose results are gathered in order, a scheduled executor, queue handoff, and pool counters.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class PoolsAndSchedules {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<Long>> chunks = new ArrayList<>();
        for (int part = 0; part < 8; part++) {
            long from = part * 1000L;
            chunks.add(() -> {
                long sum = 0;
                for (long n = from; n < from + 1000; n++) {
                    sum += n * n % 7;
                }
                return sum;
            });
        }
        long total = 0;
        StringBuilder parts = new StringBuilder();
        for (Future<Long> future : pool.invokeAll(chunks)) {
            parts.append(future.get()).append(' ');
            total += future.get();
        }
        System.out.println(parts + "= " + total);

        ConcurrentHashMap<Integer, AtomicInteger> buckets = new ConcurrentHashMap<>();
        List<Future<?>> writers = new ArrayList<>();
        for (int w = 0; w < 4; w++) {
            writers.add(pool.submit(() -> {
                for (int i = 0; i < 300; i++) {
                    buckets.computeIfAbsent(i % 10, k -> new AtomicInteger()).incrementAndGet();
                }
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        System.out.println(buckets);
        ExecutorCompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= 6; i++) {
            int value = i;
            completion.submit(() -> value * 11);
        }
        int gathered = 0;
        for (int i = 0; i < 6; i++) {
            gathered += completion.take().get();
        }
        System.out.println(gathered + " " + completion.poll());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS)
            + " " + ((ThreadPoolExecutor) pool).getCompletedTaskCount()
            + " " + ((ThreadPoolExecutor) pool).getLargestPoolSize());

        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        List<String> log = new ArrayList<>();
        ScheduledFuture<?> later = scheduler.schedule(() -> log.add("later"), 60, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> sooner = scheduler.schedule(() -> log.add("sooner"), 5, TimeUnit.MILLISECONDS);
        sooner.get();
        later.get();
        ScheduledFuture<?> cancelled = scheduler.schedule(() -> log.add("never"), 1, TimeUnit.HOURS);
        System.out.println(log + " " + cancelled.cancel(false) + " " + cancelled.isCancelled());
        System.out.println(scheduler.shutdownNow().size() <= 1);

        LinkedBlockingQueue<Integer> handoff = new LinkedBlockingQueue<>(2);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 20; i++) {
                    handoff.put(i);
                }
                handoff.put(-1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int received = 0;
        for (int item = handoff.take(); item >= 0; item = handoff.take()) {
            received = received * 3 + item;
        }
        producer.join();
        System.out.println(received + " " + handoff.size());
    }
}
