// A future waits for two others that run on threads of their own.
import java.util.concurrent.*;

public class AllOf {
    public static void main(String[] args) {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        new Thread(() -> one.complete(1)).start();
        new Thread(() -> two.complete(2)).start();
        CompletableFuture.allOf(one, two).join();
        assert one.join() + two.join() == 3;
    }
}
