//@ check: safe
//@ outputs: false | true
// A short limit can pass at any moment.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class ShortLockTryLock {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            lock.lock();
            held.countDown();
            lock.unlock();
        });
        other.setDaemon(true);
        other.start();
        held.await();
        System.out.print(lock.tryLock(100, TimeUnit.MILLISECONDS));
    }
}
