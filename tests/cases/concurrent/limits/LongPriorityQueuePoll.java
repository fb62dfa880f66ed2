//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LongPriorityQueuePoll {
    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        Thread other = new Thread(() -> {
            queue.offer(1);
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.poll(1, TimeUnit.SECONDS) != null);
    }
}
