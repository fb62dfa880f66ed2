//@ run-native
// Exercises CompletableFuture with time: orTimeout, completeOnTimeout, delayed executors, and a timeout that comes too late.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class CompletableTimeouts {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        try {
            never.orTimeout(5, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println("orTimeout: " + e.getCause().getClass().getSimpleName() + " "
                + e.getCause().getMessage());
        }
        System.out.println("the future itself has failed " + never.isCompletedExceptionally());

        CompletableFuture<String> replaced = new CompletableFuture<>();
        System.out.println(replaced.completeOnTimeout("fallback", 5, TimeUnit.MILLISECONDS).thenApply(s -> s + "!")
            .join() + " " + replaced.complete("too late"));

        CompletableFuture<String> quick = CompletableFuture.supplyAsync(() -> "quick");
        System.out.println(quick.orTimeout(1, TimeUnit.HOURS).join() + " "
            + CompletableFuture.supplyAsync(() -> "fast").completeOnTimeout("slow", 1, TimeUnit.HOURS).join());

        CompletableFuture<String> waiting = new CompletableFuture<>();
        try {
            waiting.get(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("get timed out, future open " + !waiting.isDone());
        }
        waiting.completeExceptionally(new IllegalStateException("failed instead"));
        try {
            waiting.get(1, TimeUnit.HOURS);
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }

        ExecutorService pool = Executors.newSingleThreadExecutor(work -> new Thread(work, "delayed worker"));
        Executor later = CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS, pool);
        System.out.println(CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), later).join());
        long before = System.nanoTime();
        CompletableFuture.runAsync(() -> { }, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)).join();
        System.out.println("waited long enough " + (System.nanoTime() - before >= 20_000_000));

        CompletableFuture<Integer> async = new CompletableFuture<>();
        async.completeAsync(() -> 5, pool);
        System.out.println(async.join() + " " + new CompletableFuture<Integer>().completeAsync(() -> 6).join());
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> copy = source.copy();
        copy.complete("only the copy");
        System.out.println(copy.join() + " " + source.isDone());
        source.complete("source");
        System.out.println(source.minimalCompletionStage().thenApply(String::length).toCompletableFuture().join());
        try {
            ((CompletableFuture<String>) source.minimalCompletionStage()).join();
        } catch (UnsupportedOperationException e) {
            System.out.println("a minimal stage cannot be joined");
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
