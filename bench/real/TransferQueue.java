// 2 elements through LinkedTransferQueue.
import java.util.concurrent.*;

public class TransferQueue {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 2; i++) queue.put(i);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 1; i <= 2; i++) sum += queue.take();
        producer.join();
        assert sum == 3;
    }
}
