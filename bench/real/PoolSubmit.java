// One task on a pool of one thread, and its result.
import java.util.concurrent.*;

public class PoolSubmit {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int result = pool.submit(() -> 42).get();
        pool.shutdown();
        assert result == 42;
    }
}
