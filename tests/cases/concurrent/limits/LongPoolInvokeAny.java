//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class LongPoolInvokeAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        boolean isInTime;
        try {
            isInTime = pool.<Integer>invokeAny(List.of(() -> 1), 1, TimeUnit.SECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
        pool.shutdown();
    }
}
