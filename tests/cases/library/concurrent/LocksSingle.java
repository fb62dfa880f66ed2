//@ run-native
// Exercises locks and synchronizers on one thread: reentrancy, conditions without waiters, read-write, stamps, and permits.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class LocksSingle {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " " + lock.isFair()
            + " " + lock.tryLock() + " " + lock.getHoldCount() + " " + lock.hasQueuedThreads()
            + " " + lock.getQueueLength());
        lock.unlock();
        lock.unlock();
        Condition condition = lock.newCondition();
        condition.signalAll();
        System.out.println(condition.await(1, TimeUnit.MILLISECONDS) + " " + lock.getWaitQueueLength(condition)
            + " " + (condition.awaitNanos(1000) <= 0));
        lock.unlock();
        System.out.println(lock.isLocked() + " " + lock.toString().endsWith("[Unlocked]"));
        attempt("unlock unowned", lock::unlock);
        attempt("signal unowned", condition::signal);

        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        System.out.println(rw.getReadLockCount() + " " + rw.writeLock().tryLock() + " " + rw.getReadHoldCount());
        rw.readLock().unlock();
        rw.writeLock().lock();
        rw.readLock().lock();
        System.out.println(rw.isWriteLocked() + " " + rw.getReadLockCount() + " " + rw.isWriteLockedByCurrentThread());
        rw.writeLock().unlock();
        System.out.println(rw.isWriteLocked() + " " + rw.getReadLockCount());
        attempt("write unlock unowned", () -> rw.writeLock().unlock());

        StampedLock stamped = new StampedLock();
        long optimistic = stamped.tryOptimisticRead();
        System.out.println((optimistic != 0) + " " + stamped.validate(optimistic));
        long write = stamped.writeLock();
        System.out.println(stamped.validate(optimistic) + " " + stamped.tryReadLock() + " " + stamped.isWriteLocked()
            + " " + stamped.tryOptimisticRead());
        stamped.unlockWrite(write);
        long read = stamped.readLock();
        System.out.println(stamped.getReadLockCount() + " " + (stamped.tryConvertToWriteLock(read) != 0)
            + " " + stamped.isWriteLocked());
        attempt("bad stamp", () -> stamped.unlockRead(12345));

        Semaphore semaphore = new Semaphore(3);
        semaphore.acquire(2);
        System.out.println(semaphore.availablePermits() + " " + semaphore.tryAcquire(2) + " " + semaphore.tryAcquire()
            + " " + semaphore.drainPermits());
        semaphore.release(5);
        System.out.println(semaphore.availablePermits() + " " + semaphore.tryAcquire(9, 1, TimeUnit.MILLISECONDS));
        CountDownLatch latch = new CountDownLatch(2);
        latch.countDown();
        System.out.println(latch.getCount() + " " + latch.await(1, TimeUnit.MILLISECONDS));
        latch.countDown();
        latch.countDown();
        latch.await();
        System.out.println(latch.getCount());
        int[] trips = {0};
        CyclicBarrier barrier = new CyclicBarrier(1, () -> trips[0]++);
        System.out.println(barrier.await() + " " + barrier.await() + " " + trips[0] + " " + barrier.isBroken()
            + " " + barrier.getParties());
        Phaser phaser = new Phaser(1);
        System.out.println(phaser.arrive() + " " + phaser.getPhase() + " " + phaser.register()
            + " " + phaser.arriveAndDeregister() + " " + phaser.getRegisteredParties()
            + " " + phaser.arriveAndAwaitAdvance() + " " + phaser.isTerminated());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        System.out.println("parked once with a permit");
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println(Thread.interrupted());
        Thread.currentThread().interrupt();
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            System.out.println("interruptible " + lock.isLocked());
        }
    }

    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (IllegalMonitorStateException e) {
            System.out.println(label + ": " + e);
        }
    }
}
