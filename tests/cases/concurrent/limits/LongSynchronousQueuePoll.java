//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class LongSynchronousQueuePoll {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                queue.put(1);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.poll(1, TimeUnit.SECONDS) != null);
    }
}
