//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class LongForkJoinGet {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        boolean isInTime;
        try {
            isInTime = pool.submit(() -> 1).get(1, TimeUnit.SECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
        pool.shutdown();
    }
}
