//@ check: safe
//@ options: --reduce local

// A pool is shut down while its worker may be idle or at work: it interrupts the worker, and how that goes on depends on
// what the worker runs. Steps that begin alike lead to different states.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolIsShutDownAtWork {
    static volatile int n;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            n++;
            n++;
        });
        pool.execute(() -> n++);
        n = 3;
        n = 4;
        pool.shutdown();
    }
}
