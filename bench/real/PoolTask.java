// One task on a pool of one thread.
import java.util.concurrent.*;

public class PoolTask {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {});
        pool.shutdown();
    }
}
