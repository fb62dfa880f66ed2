//@ run-native
// Exercises failures in CompletableFutures: wrapping, exceptionally, handle, whenComplete, failing handlers, and composition.
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

public class CompletableErrors {
    private static String outcome(Supplier<?> supplier) {
        try {
            return "value " + supplier.get();
        } catch (CompletionException e) {
            return "completion of " + e.getCause();
        } catch (CancellationException e) {
            return "cancelled";
        } catch (RuntimeException e) {
            return "bare " + e;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(() -> Integer.parseInt("x1"), pool);
        System.out.println(outcome(failing::join));
        System.out.println(outcome(failing.thenApply(n -> n + 1)::join));
        System.out.println(outcome(() -> failing.getNow(3)));
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println("execution of " + e.getCause().getClass().getSimpleName());
        }
        AtomicInteger skipped = new AtomicInteger();
        System.out.println(failing.thenApply(n -> {
            skipped.incrementAndGet();
            return n;
        }).thenCompose(n -> {
            skipped.incrementAndGet();
            return CompletableFuture.completedFuture(n);
        }).exceptionally(e -> -7).thenApply(n -> n * 2).join() + " skipped steps ran " + skipped);

        System.out.println(failing.handle((value, e) -> value + "/" + e.getClass().getSimpleName()).join());
        StringBuffer log = new StringBuffer();
        System.out.println(outcome(failing.whenComplete((v, e) -> log.append("seen ").append(e != null))::join)
            + " " + log);
        System.out.println(outcome(CompletableFuture.completedFuture(1).whenComplete((v, e) -> {
            throw new IllegalStateException("in whenComplete");
        })::join));
        System.out.println(outcome(failing.whenComplete((v, e) -> {
            throw new IllegalStateException("hides nothing");
        })::join));
        System.out.println(outcome(failing.exceptionally(e -> {
            throw new IllegalStateException("in exceptionally");
        })::join));
        System.out.println(outcome(failing.handle((v, e) -> {
            throw new CompletionException("made by hand", new Error("cause"));
        })::join));
        System.out.println(failing.exceptionallyCompose(e -> CompletableFuture.supplyAsync(() -> 99, pool)).join()
            + " " + failing.exceptionallyAsync(e -> 98, pool).join());

        CompletableFuture<String> bad = CompletableFuture.failedFuture(new java.io.IOException("checked"));
        System.out.println(outcome(bad::join) + ", all of it: " + outcome(CompletableFuture.allOf(bad, failing)::join));
        System.out.println(outcome(bad.thenCombine(CompletableFuture.completedFuture(1), (a, b) -> a)::join));
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> dependent = cancelled.thenApply(s -> s + "!");
        cancelled.cancel(true);
        System.out.println(outcome(cancelled::join) + ", dependent " + outcome(dependent::join) + " "
            + dependent.isCancelled() + dependent.isCompletedExceptionally());
        System.out.println(outcome(CompletableFuture.completedFuture(1).thenCompose(n -> null)::join));
        for (CompletableFuture<?> future : new CompletableFuture<?>[] {failing, cancelled, new CompletableFuture<>()}) {
            System.out.println(future.toString().replaceAll("^[^\\[]*", "").replaceAll(":.*", "]"));
        }
        pool.shutdown();
    }
}
