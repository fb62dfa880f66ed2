//@ run-native
// Exercises conversions between the modes of a StampedLock, its lock views, wrong stamps, and a thread kept out.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

public class StampedConversions {
    private static void show(String label, StampedLock lock) {
        System.out.println(label + ": readers " + lock.getReadLockCount() + " write " + lock.isWriteLocked()
            + " " + lock.toString().replaceAll(".*\\[", "["));
    }

    private static boolean wrong(Runnable action) {
        try {
            action.run();
            return false;
        } catch (IllegalMonitorStateException e) {
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        stamp = lock.tryConvertToReadLock(stamp);
        show("optimistic to read", lock);
        long converted = lock.tryConvertToWriteLock(stamp);
        show("read to write " + (converted != 0), lock);
        stamp = lock.tryConvertToReadLock(converted);
        show("write to read", lock);
        stamp = lock.tryConvertToOptimisticRead(stamp);
        show("read to optimistic", lock);
        System.out.println("still valid " + lock.validate(stamp));

        long first = lock.readLock();
        long second = lock.readLock();
        show("two readers", lock);
        System.out.println("no write beside another reader: " + lock.tryConvertToWriteLock(first)
            + " " + lock.tryWriteLock() + " " + lock.tryWriteLock(1, TimeUnit.MILLISECONDS));
        lock.unlock(first);
        lock.unlock(second);
        System.out.println("unlock by any stamp twice is wrong: " + wrong(() -> lock.unlock(second))
            + " " + wrong(() -> lock.unlockWrite(42)) + " " + lock.tryUnlockRead() + " " + lock.tryUnlockWrite());

        long write = lock.writeLock();
        boolean[] entered = new boolean[3];
        Thread other = new Thread(() -> {
            entered[0] = lock.tryReadLock() != 0;
            entered[1] = lock.tryOptimisticRead() != 0;
            try {
                entered[2] = lock.tryReadLock(1, TimeUnit.MILLISECONDS) != 0;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        other.join();
        System.out.println("kept out " + entered[0] + " " + entered[1] + " " + entered[2]);
        System.out.println("released without its stamp " + lock.tryUnlockWrite() + " " + wrong(() ->
            lock.unlockWrite(write)));

        Lock read = lock.asReadLock();
        Lock writing = lock.asWriteLock();
        read.lock();
        System.out.println("views: " + writing.tryLock() + " " + lock.asReadWriteLock().readLock().tryLock());
        read.unlock();
        read.unlock();
        writing.lock();
        show("write view", lock);
        System.out.println("not reentrant: " + writing.tryLock());
        writing.unlock();
        show("end", lock);
    }
}
