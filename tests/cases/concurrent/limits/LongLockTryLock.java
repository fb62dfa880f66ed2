//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LongLockTryLock {
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
        System.out.print(lock.tryLock(1, TimeUnit.SECONDS));
    }
}
