//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LongWriteLockTryLock {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CountDownLatch held = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            lock.readLock().lock();
            held.countDown();
            lock.readLock().unlock();
        });
        other.setDaemon(true);
        other.start();
        held.await();
        System.out.print(lock.writeLock().tryLock(1, TimeUnit.SECONDS));
    }
}
