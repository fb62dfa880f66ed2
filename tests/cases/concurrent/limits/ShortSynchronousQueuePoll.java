//@ check: safe
//@ outputs: false | true
// A short limit can pass at any moment.
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class ShortSynchronousQueuePoll {
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
        System.out.print(queue.poll(100, TimeUnit.MILLISECONDS) != null);
    }
}
