//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class LongPoolInvokeAll {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        System.out.print(!pool.invokeAll(List.of(() -> 1), 1, TimeUnit.SECONDS).get(0).isCancelled());
        pool.shutdown();
    }
}
