//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

public class LongDequePoll {
    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1);
        Thread other = new Thread(() -> {
            deque.offerLast(1);
        });
        other.setDaemon(true);
        other.start();
        System.out.print(deque.pollFirst(1, TimeUnit.SECONDS) != null);
    }
}
