//@ run-native
// Exercises tryLock with and without time: refusals while another thread holds the lock, success later, and reentrance.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LockTryTimed {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.lock();
            try {
                held.countDown();
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        }, "holder");
        holder.start();
        held.await();
        System.out.println("held by other: " + lock.tryLock() + " " + lock.tryLock(1, TimeUnit.MILLISECONDS)
            + " " + lock.tryLock(0, TimeUnit.SECONDS) + " " + lock.tryLock(-5, TimeUnit.DAYS));
        System.out.println("text " + lock.toString().replaceAll(".*\\[", "["));

        StringBuffer log = new StringBuffer();
        Thread patient = new Thread(() -> {
            try {
                boolean got = lock.tryLock(1, TimeUnit.HOURS);
                log.append("patient got ").append(got).append(" holds ").append(lock.getHoldCount());
                lock.unlock();
            } catch (InterruptedException e) {
                log.append("patient interrupted");
            }
        }, "patient");
        patient.start();
        while (!lock.hasQueuedThread(patient)) {
            Thread.yield();
        }
        Thread impatient = new Thread(() -> {
            try {
                lock.tryLock(1, TimeUnit.HOURS);
                System.out.println("not reached");
            } catch (InterruptedException e) {
                System.out.println("impatient interrupted, holds " + lock.getHoldCount());
            }
        }, "impatient");
        impatient.start();
        while (!lock.hasQueuedThread(impatient)) {
            Thread.yield();
        }
        impatient.interrupt();
        impatient.join();
        release.countDown();
        patient.join();
        System.out.println(log);

        System.out.println(lock.tryLock() + " " + lock.tryLock() + " " + lock.tryLock(1, TimeUnit.SECONDS)
            + " holds " + lock.getHoldCount());
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
        Thread.currentThread().interrupt();
        System.out.println("untimed try ignores interrupts: " + lock.tryLock());
        try {
            lock.tryLock(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            System.out.println("timed try does not, holds " + lock.getHoldCount());
        }
        lock.unlock();
        System.out.println("free " + !lock.isLocked());
    }
}
