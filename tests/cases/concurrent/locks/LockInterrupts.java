//@ run-native
// Exercises interrupts in lockInterruptibly, in lock, in a condition's await, and in a read lock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class LockInterrupts {
    interface Body {
        void run() throws InterruptedException;
    }

    private static String outcome;

    private static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
                outcome = "finished, flag " + Thread.interrupted();
            } catch (InterruptedException e) {
                outcome = "interrupted, flag " + Thread.interrupted();
            }
        });
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        return thread;
    }

    private static void interruptAndShow(String label, Thread thread) throws InterruptedException {
        thread.interrupt();
        thread.join();
        System.out.println(label + ": " + outcome);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        interruptAndShow("lockInterruptibly", start(lock::lockInterruptibly));

        Thread stubborn = start(() -> {
            lock.lock();
            lock.unlock();
        });
        stubborn.interrupt();
        System.out.println("lock() stays queued: " + lock.hasQueuedThread(stubborn) + " alive " + stubborn.isAlive());
        lock.unlock();
        stubborn.join();
        System.out.println("lock(): " + outcome);

        Condition condition = lock.newCondition();
        Thread awaiting = start(() -> {
            lock.lock();
            try {
                condition.await();
            } finally {
                System.out.println("finally holds " + lock.getHoldCount());
                lock.unlock();
            }
        });
        interruptAndShow("await", awaiting);

        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.writeLock().lock();
        Lock read = both.readLock();
        interruptAndShow("read lock", start(read::lockInterruptibly));
        both.writeLock().unlock();
        both.readLock().lock();
        interruptAndShow("write lock", start(both.writeLock()::lockInterruptibly));
        both.readLock().unlock();
        System.out.println("readers " + both.getReadLockCount() + " queue " + both.getQueueLength());

        StampedLock stamped = new StampedLock();
        long stamp = stamped.writeLock();
        interruptAndShow("stamped read", start(stamped::readLockInterruptibly));
        interruptAndShow("stamped write", start(stamped::writeLockInterruptibly));
        stamped.unlockWrite(stamp);
        System.out.println("usable again " + (stamped.tryWriteLock() != 0));
    }
}
