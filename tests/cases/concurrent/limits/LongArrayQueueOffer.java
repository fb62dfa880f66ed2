//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LongArrayQueueOffer {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        queue.add(0);
        Thread other = new Thread(() -> {
            queue.poll();
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.offer(1, 1, TimeUnit.SECONDS));
    }
}
