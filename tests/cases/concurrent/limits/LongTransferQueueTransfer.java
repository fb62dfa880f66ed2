//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class LongTransferQueueTransfer {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread other = new Thread(() -> {
            try {
                queue.take();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        other.setDaemon(true);
        other.start();
        System.out.print(queue.tryTransfer(1, 1, TimeUnit.SECONDS));
    }
}
