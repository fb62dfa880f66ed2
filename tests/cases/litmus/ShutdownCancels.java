//@ check: safe
//@ outputs: false | true

// A pool that is shut down cancels what is left, in the middle of a call that asks what time it is: somebody may have
// looked before.

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ShutdownCancels {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        Future<?> later = pool.schedule(() -> {}, 1, TimeUnit.DAYS);
        Thread t = new Thread(() -> {
            /*~*/
            System.out.print(later.isCancelled());
        });
        t.start();
        pool.shutdown();
        t.join();
    }
}
