//@ check: assertion
// Two asynchronous stages run on the common pool, which has two workers, and a deadline reads the clock.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class AsyncUpdates {
    static int count;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> count++);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> count++);
        CompletableFuture.allOf(one, other).get(5, TimeUnit.SECONDS);
        assert count == 2;
    }
}
