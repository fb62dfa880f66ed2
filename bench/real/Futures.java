// Two futures are combined.
import java.util.concurrent.*;

public class Futures {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 20).thenApply(x -> x + 1);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 21);
        assert one.thenCombine(two, Integer::sum).get() == 42;
    }
}
