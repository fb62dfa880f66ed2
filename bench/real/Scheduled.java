// One task that is scheduled for later.
import java.util.concurrent.*;

public class Scheduled {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        int result = pool.schedule(() -> 42, 10, TimeUnit.MILLISECONDS).get();
        pool.shutdown();
        assert result == 42;
    }
}
