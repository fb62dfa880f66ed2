//@ check: safe
// A task waits for another that has a thread of its own. Expected: safe.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class NestedSubmit {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> outer = pool.submit(() -> {
            Future<Integer> inner = pool.submit(() -> 20);
            return inner.get() + 1;
        });
        assert outer.get() == 21;
        pool.shutdown();
    }
}
