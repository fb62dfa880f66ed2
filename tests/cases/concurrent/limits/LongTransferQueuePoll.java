//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class LongTransferQueuePoll {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread other = new Thread(() -> {
            queue.offer(1);
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.poll(1, TimeUnit.SECONDS) != null);
    }
}
