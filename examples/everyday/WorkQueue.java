//@ check: safe
// A worker takes from a queue until it meets the end. Expected: safe.

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class WorkQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Thread worker = new Thread(() -> {
            try {
                while (!queue.take().equals("end")) {
                    Thread.yield();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "worker");
        worker.start();
        queue.put("job");
        queue.put("end");
        worker.join();
    }
}
