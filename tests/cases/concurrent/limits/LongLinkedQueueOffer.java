//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LongLinkedQueueOffer {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        queue.add(0);
        Thread other = new Thread(() -> {
            queue.poll();
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.offer(1, 1, TimeUnit.SECONDS));
    }
}
