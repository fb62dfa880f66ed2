//@ check: safe
//@ outputs: false | true
// A short limit can pass at any moment.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ShortCompletableGet {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread other = new Thread(() -> {
            future.complete(1);
        });
        other.setDaemon(true);
        other.start();
        boolean isInTime;
        try {
            isInTime = future.get(100, TimeUnit.MILLISECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
    }
}
