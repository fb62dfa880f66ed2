//@ check: safe
//@ outputs: ABCD | ABD | ACD

// A pool finds its queue full. Before it has thrown out what has waited longest, a worker may take that: the next one is
// lost.

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

public class DiscardsOldest {
    public static void main(String[] args) throws Exception {
        AtomicReference<String> done = new AtomicReference<>("");
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2), new ThreadPoolExecutor.DiscardOldestPolicy());
        for (String name : new String[] {"A", "B", "C", "D"}) {
            /*~*/
            pool.execute(() -> done.accumulateAndGet(name, String::concat));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        System.out.print(done.get());
    }
}
