//@ run-native
// Exercises combinations of CompletableFutures computed by threads: combine, both, either, allOf, and a dependency graph.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CompletableCombine {
    private static final Map<String, List<String>> NEEDS = new TreeMap<>(Map.of(
        "app", List.of("gui", "core"), "gui", List.of("draw", "core"), "core", List.of("base"),
        "draw", List.of("base"), "base", List.of(), "tests", List.of("app", "core")));

    private static CompletableFuture<Integer> build(String name, Map<String, CompletableFuture<Integer>> known,
            ExecutorService pool, AtomicInteger built) {
        CompletableFuture<Integer> already = known.get(name);
        if (already != null) {
            return already;
        }
        List<CompletableFuture<Integer>> needed = new ArrayList<>();
        for (String other : NEEDS.get(name)) {
            needed.add(build(other, known, pool, built));
        }
        CompletableFuture<Integer> future = CompletableFuture.allOf(needed.toArray(new CompletableFuture<?>[0]))
            .thenApplyAsync(nothing -> {
                built.incrementAndGet();
                return 1 + needed.stream().mapToInt(CompletableFuture::join).max().orElse(0);
            }, pool);
        known.put(name, future);
        return future;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CompletableFuture<Integer> six = CompletableFuture.supplyAsync(() -> 6, pool);
        CompletableFuture<Integer> seven = CompletableFuture.supplyAsync(() -> 7, pool);
        StringBuffer log = new StringBuffer();
        System.out.println(six.thenCombine(seven, (a, b) -> a * b).join() + " "
            + six.thenCombineAsync(seven, Integer::sum, pool).join() + " "
            + six.thenCompose(a -> seven.thenApply(b -> a + "," + b)).join());
        six.thenAcceptBoth(seven, (a, b) -> log.append("both ").append(a + b)).join();
        six.runAfterBoth(seven, () -> log.append(", ran")).join();
        System.out.println(log);

        CompletableFuture<String> open = new CompletableFuture<>();
        CompletableFuture<String> ready = CompletableFuture.completedFuture("ready");
        System.out.println(open.applyToEither(ready, String::toUpperCase).join() + " "
            + ready.applyToEitherAsync(open, s -> s + "!", pool).join());
        open.acceptEither(ready, s -> log.append(", ").append(s)).join();
        open.runAfterEither(ready, () -> log.append(", either")).join();
        System.out.println(log + " " + open.isDone());

        List<CompletableFuture<Integer>> squares = IntStream.range(0, 10)
            .mapToObj(n -> CompletableFuture.supplyAsync(() -> n * n, pool)).collect(Collectors.toList());
        System.out.println(CompletableFuture.allOf(squares.toArray(new CompletableFuture<?>[0]))
            .thenApply(v -> squares.stream().map(CompletableFuture::join).collect(Collectors.toList())).join());
        CompletableFuture<Integer> total = CompletableFuture.completedFuture(0);
        for (CompletableFuture<Integer> square : squares) {
            total = total.thenCombine(square, Integer::sum);
        }
        System.out.println("total " + total.join());

        Map<String, CompletableFuture<Integer>> known = new TreeMap<>();
        AtomicInteger built = new AtomicInteger();
        build("tests", known, pool, built).join();
        Map<String, Integer> levels = new TreeMap<>();
        known.forEach((name, future) -> levels.put(name, future.join()));
        System.out.println(levels + " built " + built);
        System.out.println("nothing to wait for " + CompletableFuture.allOf().isDone() + " "
            + CompletableFuture.anyOf().isDone());
        pool.shutdown();
    }
}
