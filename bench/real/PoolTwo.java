// Two tasks on a pool of two threads count atomically.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class PoolTwo {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        AtomicInteger count = new AtomicInteger();
        Future<?> first = pool.submit(count::incrementAndGet);
        Future<?> second = pool.submit(count::incrementAndGet);
        first.get();
        second.get();
        pool.shutdown();
        assert count.get() == 2;
    }
}
