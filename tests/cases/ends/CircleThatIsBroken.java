//@ check: safe
// A thread that waits for a lock in a way that an interrupt ends is in no circle for good.
import java.util.concurrent.locks.ReentrantLock;

public class CircleThatIsBroken {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
        Thread polite = new Thread(() -> {
            left.lock();
            try {
                right.lockInterruptibly();
                right.unlock();
            } catch (InterruptedException e) {
                // The other one goes first.
            }
            left.unlock();
        });
        Thread other = new Thread(() -> {
            right.lock();
            left.lock();
            left.unlock();
            right.unlock();
        });
        polite.start();
        other.start();
        polite.interrupt();
        other.join();
        polite.join();
    }
}
