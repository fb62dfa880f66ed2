//@ check: deadlock
// A task waits for another in the queue of the pool whose only thread it has. Expected: deadlock.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class NestedSubmitStarved {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> outer = pool.submit(() -> {
            Future<Integer> inner = pool.submit(() -> 20);
            return inner.get() + 1;
        });
        assert outer.get() == 21;
        pool.shutdown();
    }
}
