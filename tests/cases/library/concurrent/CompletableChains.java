//@ run-native
// Exercises CompletableFuture chains with deterministic results: composition, combination, exceptions, and completion.
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CompletableChains {
    public static void main(String[] args) throws Exception {
        System.out.println(CompletableFuture.supplyAsync(() -> 20).thenApply(n -> n + 1)
            .thenCombine(CompletableFuture.supplyAsync(() -> 2), (a, b) -> a * b).thenApply(n -> "result " + n).join());
        System.out.println(CompletableFuture.completedFuture("a")
            .thenCompose(s -> CompletableFuture.supplyAsync(() -> s + "b"))
            .thenCompose(s -> CompletableFuture.completedFuture(s + "c")).get());

        StringBuilder log = new StringBuilder();
        CompletableFuture<String> manual = new CompletableFuture<>();
        CompletableFuture<Integer> dependent = manual.whenComplete((v, e) -> log.append("when ").append(v).append(';'))
            .thenApply(String::length);
        manual.thenAccept(v -> log.append("accept;"));
        manual.thenRun(() -> log.append("run;"));
        System.out.println(dependent.isDone() + " " + manual.getNow("absent") + " " + manual.getNumberOfDependents());
        System.out.println(manual.complete("hello") + " " + manual.complete("again") + " " + dependent.join()
            + " " + manual.join());
        System.out.println(log.length() + " " + log.indexOf("when hello;")
            + " " + log.toString().contains("accept;") + log.toString().contains("run;"));

        CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(() -> Integer.parseInt("oops"));
        try {
            failing.join();
        } catch (CompletionException e) {
            System.out.println("join: " + e.getMessage() + " | " + e.getCause().getClass().getSimpleName());
        }
        try {
            failing.thenApply(n -> n + 1).get();
        } catch (ExecutionException e) {
            System.out.println("get: " + e.getCause());
        }
        System.out.println(failing.exceptionally(e -> -1).join()
            + " " + failing.handle((v, e) -> e == null ? "ok" : e.getClass().getSimpleName()).join()
            + " " + failing.thenApply(n -> n).handle((v, e) -> e.getClass().getSimpleName()).join()
            + " " + failing.isCompletedExceptionally());

        List<CompletableFuture<Integer>> parts = IntStream.rangeClosed(1, 6)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i)).collect(Collectors.toList());
        CompletableFuture<Integer> all = CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0]))
            .thenApply(v -> parts.stream().mapToInt(CompletableFuture::join).sum());
        System.out.println(all.join());
        CompletableFuture<String> never = new CompletableFuture<>();
        System.out.println(CompletableFuture.anyOf(never, CompletableFuture.completedFuture("winner")).join()
            + " " + never.applyToEither(CompletableFuture.completedFuture("either"), s -> s + "!").join());
        System.out.println(never.cancel(true) + " " + never.isCancelled() + " " + never.isDone());
        try {
            never.join();
        } catch (CancellationException e) {
            System.out.println("cancelled " + e.getClass().getSimpleName());
        }
        CompletableFuture<String> broken = CompletableFuture.failedFuture(new IllegalStateException("from the start"));
        System.out.println(broken.exceptionally(Throwable::getMessage).join()
            + " " + broken.exceptionallyCompose(e -> CompletableFuture.completedFuture("composed")).join());
        CompletableFuture<String> forced = new CompletableFuture<>();
        forced.completeExceptionally(new RuntimeException("forced"));
        forced.obtrudeValue("overwritten");
        CompletionStage<String> stage = CompletableFuture.completedStage("stage");
        System.out.println(forced.join() + " " + stage.toCompletableFuture().join()
            + " " + CompletableFuture.supplyAsync(() -> "inline", Runnable::run).join()
            + " " + forced.toString().endsWith("[Completed normally]"));
        System.out.println(CompletableFuture.runAsync(() -> { }).thenApply(v -> String.valueOf(v)).join());
    }
}
