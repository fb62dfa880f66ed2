//@ check: assertion
// A task counts as completed only after its result can be seen: a pool that is asked is explored operation by operation.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PoolIsAsked {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.submit(() -> 1).get();
        assert pool.getCompletedTaskCount() == 1;
        pool.shutdown();
    }
}
