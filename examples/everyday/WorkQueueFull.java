//@ check: deadlock
// A worker puts more work into the full queue that it alone takes from. Expected: deadlock.

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class WorkQueueFull {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Thread worker = new Thread(() -> {
            try {
                String job = queue.take();
                queue.put(job + " again");
                queue.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "worker");
        worker.start();
        queue.put("job");
        queue.put("next job");
        worker.join();
    }
}
