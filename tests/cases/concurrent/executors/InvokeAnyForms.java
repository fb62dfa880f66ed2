//@ run-native
// Exercises invokeAny with one success among failures, with only failures, with a timeout, and invokeAll with a timeout.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class InvokeAnyForms {
    private static Callable<String> failing(String name) {
        return () -> {
            throw new IllegalStateException(name);
        };
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        System.out.println(pool.invokeAny(List.of(failing("a"), () -> "the only success", failing("b"))));

        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch waiting = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(2);
        Callable<String> slow = () -> {
            waiting.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            } finally {
                gone.countDown();
            }
            return "slow";
        };
        System.out.println(pool.invokeAny(List.of(slow, slow, () -> {
            waiting.await();
            return "quick";
        })));
        gone.await();
        System.out.println("losers interrupted " + interrupted);

        try {
            pool.invokeAny(List.of(failing("only"), failing("only")));
        } catch (ExecutionException e) {
            System.out.println("all failed: " + e.getCause().getMessage());
        }
        try {
            pool.invokeAny(List.of(() -> {
                never.await();
                return "unreachable";
            }), 5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timed out");
        }
        try {
            pool.invokeAny(List.<Callable<String>>of());
        } catch (IllegalArgumentException e) {
            System.out.println("nothing to invoke");
        }

        List<Callable<String>> mixed = new ArrayList<>();
        mixed.add(() -> "fast");
        mixed.add(() -> {
            never.await();
            return "unreachable";
        });
        mixed.add(failing("broken"));
        StringBuilder line = new StringBuilder();
        for (Future<String> future : pool.invokeAll(mixed, 700, TimeUnit.MILLISECONDS)) {
            if (future.isCancelled()) {
                line.append("cancelled ");
                continue;
            }
            try {
                line.append(future.get()).append(' ');
            } catch (ExecutionException e) {
                line.append(e.getCause().getMessage()).append(' ');
            }
        }
        System.out.println(line);
        System.out.println(pool.invokeAll(List.<Callable<String>>of()));
        try {
            List<Callable<String>> withNull = new ArrayList<>();
            withNull.add(null);
            pool.invokeAll(withNull);
        } catch (NullPointerException e) {
            System.out.println("no task is null");
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
