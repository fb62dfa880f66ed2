//@ check: assertion
// Who is in the queue of a lock may not have parked yet.
import java.util.concurrent.locks.ReentrantLock;

public class LockQueue {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread other = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        other.start();
        assert !lock.hasQueuedThreads() || other.getState() == Thread.State.WAITING : "queued, and not parked";
        lock.unlock();
        other.join();
    }
}
