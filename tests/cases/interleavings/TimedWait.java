//@ check: safe
//@ structures: 2
// A timed wait ends by the signal or by time.
import jaywalk.Verify;

public class TimedWait {
    static boolean signalled;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                signalled = true;
                lock.notify();
            }
        });
        boolean[] seen = new boolean[1];
        synchronized (lock) {
            other.start();
            lock.wait(100);
            seen[0] = signalled;
        }
        other.join();
        Verify.stopIfVisited(seen);
    }
}
