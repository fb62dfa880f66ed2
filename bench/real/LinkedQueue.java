// 3 elements through LinkedBlockingQueue.
import java.util.concurrent.*;

public class LinkedQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) queue.put(i);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 1; i <= 3; i++) sum += queue.take();
        producer.join();
        assert sum == 6;
    }
}
