//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LongLinkedQueuePoll {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        Thread other = new Thread(() -> {
            queue.offer(1);
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.poll(1, TimeUnit.SECONDS) != null);
    }
}
