//@ run-native
// Exercises ReentrantReadWriteLock with threads inside: shared readers, excluded writers, counts, and holds per thread.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteCounts {
    private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

    private static void show(String label) {
        System.out.println(label + ": readers " + LOCK.getReadLockCount() + " mine " + LOCK.getReadHoldCount()
            + " writing " + LOCK.isWriteLocked() + " mine " + LOCK.getWriteHoldCount()
            + " " + LOCK.toString().replaceAll(".*\\[", "["));
    }

    public static void main(String[] args) throws Exception {
        int readers = 3;
        CyclicBarrier allInside = new CyclicBarrier(readers + 1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread[] threads = new Thread[readers];
        int[] holds = new int[readers];
        for (int i = 0; i < readers; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; n <= id; n++) {
                    LOCK.readLock().lock();
                }
                try {
                    allInside.await();
                    holds[id] = LOCK.getReadHoldCount();
                    leave.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                } finally {
                    for (int n = 0; n <= id; n++) {
                        LOCK.readLock().unlock();
                    }
                }
            });
            threads[i].start();
        }
        allInside.await();
        show("three readers with 1, 2 and 3 holds");
        System.out.println("writer refused " + LOCK.writeLock().tryLock()
            + " " + LOCK.writeLock().tryLock(1, TimeUnit.MILLISECONDS)
            + ", another reader welcome " + LOCK.readLock().tryLock());
        show("with main reading");
        LOCK.readLock().unlock();
        leave.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("holds seen " + holds[0] + holds[1] + holds[2]);
        show("empty");

        LOCK.writeLock().lock();
        LOCK.writeLock().lock();
        show("main writes twice");
        boolean[] other = new boolean[2];
        Thread refused = new Thread(() -> {
            other[0] = LOCK.readLock().tryLock();
            other[1] = LOCK.writeLock().tryLock();
        });
        refused.start();
        refused.join();
        System.out.println("others refused " + other[0] + " " + other[1]
            + ", holder " + LOCK.isWriteLockedByCurrentThread() + " " + LOCK.writeLock().isHeldByCurrentThread());
        LOCK.writeLock().unlock();
        LOCK.writeLock().unlock();
        for (Runnable wrong : new Runnable[] {LOCK.readLock()::unlock, LOCK.writeLock()::unlock,
            LOCK.readLock()::newCondition}) {
            try {
                wrong.run();
            } catch (IllegalMonitorStateException | UnsupportedOperationException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
