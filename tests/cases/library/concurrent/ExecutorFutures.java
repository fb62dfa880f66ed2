//@ run-native
// Exercises a single-thread ExecutorService: submit, ordering, failed and cancelled futures, invokeAll, and rejection.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExecutorFutures {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "solo"));
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            futures.add(executor.submit(() -> {
                order.add(Thread.currentThread().getName() + id);
                return id * id;
            }));
        }
        int sum = 0;
        for (Future<Integer> future : futures) {
            sum += future.get();
        }
        System.out.println(sum + " " + order + " " + futures.get(0).isDone() + " " + futures.get(0).isCancelled());
        System.out.println(executor.submit(() -> order.add("runnable"), "fixed result").get()
            + " " + executor.submit(() -> { }).get());

        Future<Object> failing = executor.submit((Callable<Object>) () -> {
            throw new IllegalStateException("task failed");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " | " + e.getCause().getClass().getSimpleName());
        }
        System.out.println(executor.submit(() -> "still alive").get());

        CountDownLatch gate = new CountDownLatch(1);
        Future<?> blocked = executor.submit(() -> {
            gate.await();
            return null;
        });
        Future<String> queued = executor.submit(() -> "never runs");
        try {
            blocked.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timed out " + blocked.isDone());
        }
        System.out.println(queued.cancel(false) + " " + queued.cancel(true) + " " + queued.isCancelled()
            + " " + queued.isDone());
        try {
            queued.get();
        } catch (CancellationException e) {
            System.out.println("cancelled " + e.getMessage());
        }
        gate.countDown();
        System.out.println(blocked.get());

        List<Callable<String>> batch = List.of(() -> "a", () -> "b", () -> "c");
        StringBuilder joined = new StringBuilder();
        for (Future<String> future : executor.invokeAll(batch)) {
            joined.append(future.get());
        }
        System.out.println(joined + " " + executor.invokeAny(List.of(() -> "any")));
        executor.shutdown();
        System.out.println(executor.awaitTermination(10, TimeUnit.SECONDS) + " " + executor.isShutdown()
            + " " + executor.isTerminated());
        try {
            executor.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected after shutdown");
        }

        FutureTask<Integer> inline = new FutureTask<>(() -> 41 + 1);
        System.out.println(inline.isDone());
        inline.run();
        System.out.println(inline.get() + " " + inline.isDone() + " " + Executors.callable(() -> { }, 8).call());
    }
}
