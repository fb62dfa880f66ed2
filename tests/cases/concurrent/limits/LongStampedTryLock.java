//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class LongStampedTryLock {
    public static void main(String[] args) throws Exception {
        StampedLock lock = new StampedLock();
        CountDownLatch held = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            long stamp = lock.writeLock();
            held.countDown();
            lock.unlockWrite(stamp);
        });
        other.setDaemon(true);
        other.start();
        held.await();
        System.out.print(lock.tryReadLock(1, TimeUnit.SECONDS) != 0);
    }
}
