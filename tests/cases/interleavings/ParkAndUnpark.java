//@ check: safe
//@ structures: 2
// A permit that comes first is not lost; who parks goes on with what was written before it was given.
import jaywalk.Verify;
import java.util.concurrent.locks.LockSupport;

public class ParkAndUnpark {
    static volatile Thread parked;
    static volatile int stage;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread waiter = new Thread(() -> {
            parked = Thread.currentThread();
            seen[0] = stage + 1;
            while (stage == 0) {
                LockSupport.park();
            }
        });
        waiter.start();
        Thread other = new Thread(() -> {
            Thread thread = parked;
            stage = 1;
            LockSupport.unpark(thread != null ? thread : waiter);
        });
        other.start();
        waiter.join();
        other.join();
        Verify.stopIfVisited(seen);
    }
}
