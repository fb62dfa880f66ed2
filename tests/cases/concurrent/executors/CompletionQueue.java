//@ run-native
// Exercises ExecutorCompletionService: results in the order of completion, which gates make certain, polling, and failures.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

public class CompletionQueue {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ExecutorCompletionService<String> service = new ExecutorCompletionService<>(pool);
        int tasks = 4;
        List<CountDownLatch> gates = new ArrayList<>();
        List<Future<String>> futures = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            CountDownLatch gate = new CountDownLatch(1);
            int id = i;
            gates.add(gate);
            futures.add(service.submit(() -> {
                gate.await();
                if (id == 1) {
                    throw new IllegalStateException("task " + id + " failed");
                }
                return "task " + id;
            }));
        }
        System.out.println("nothing yet " + service.poll() + " " + service.poll(1, TimeUnit.MILLISECONDS));
        for (int next : new int[] {2, 0, 3, 1}) {
            gates.get(next).countDown();
            Future<String> done = service.take();
            try {
                System.out.println(done.get() + " same future " + (done == futures.get(next)));
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
        System.out.println("all gone " + service.poll());

        LinkedBlockingDeque<Future<Integer>> queue = new LinkedBlockingDeque<>();
        ExecutorCompletionService<Integer> own = new ExecutorCompletionService<>(Runnable::run, queue);
        own.submit(() -> { }, 5);
        own.submit(() -> 6);
        System.out.println("run in place " + queue.size() + " " + queue.takeLast().get() + " " + own.take().get());

        ExecutorCompletionService<Integer> squares = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= 20; i++) {
            int n = i;
            squares.submit(() -> n * n);
        }
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += squares.take().get();
        }
        System.out.println("sum " + sum);
        CountDownLatch never = new CountDownLatch(1);
        Future<String> cancelled = service.submit(() -> {
            never.await();
            return "unreachable";
        });
        cancelled.cancel(true);
        System.out.println("a cancelled task arrives too " + service.take().isCancelled());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
