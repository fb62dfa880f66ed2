//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LongArrayQueuePoll {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread other = new Thread(() -> {
            queue.offer(1);
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.poll(1, TimeUnit.SECONDS) != null);
    }
}
