//@ check: safe
//@ outputs: false | true
// A short limit can pass at any moment.
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class ShortTransferQueuePoll {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread other = new Thread(() -> {
            queue.offer(1);
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.poll(100, TimeUnit.MILLISECONDS) != null);
    }
}
