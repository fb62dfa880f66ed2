//@ run-native
// Exercises StampedLock's optimistic reads while writers move a point: a validated read is never torn.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimistic {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void move(int dx) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            Thread.yield();
            y -= dx;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int sum() {
        long stamp = lock.tryOptimisticRead();
        int seenX = x;
        int seenY = y;
        if (stamp == 0 || !lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                seenX = x;
                seenY = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return seenX + seenY;
    }

    public static void main(String[] args) throws InterruptedException {
        StampedOptimistic point = new StampedOptimistic();
        int[] torn = new int[2];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 2; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int n = 1; n <= 60; n++) {
                    point.move(n * (id + 1));
                }
            });
            threads[i + 2] = new Thread(() -> {
                for (int n = 0; n < 200; n++) {
                    torn[id] += point.sum() == 0 ? 0 : 1;
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("torn " + torn[0] + " " + torn[1] + " at " + point.x + "," + point.y);

        StampedLock lock = new StampedLock();
        long optimistic = lock.tryOptimisticRead();
        System.out.println("valid " + lock.validate(optimistic) + " kind "
            + StampedLock.isOptimisticReadStamp(optimistic));
        long read = lock.readLock();
        System.out.println("readers do not invalidate " + lock.validate(optimistic)
            + " " + StampedLock.isReadLockStamp(read));
        lock.unlockRead(read);
        long[] inOther = new long[2];
        Thread writer = new Thread(() -> {
            inOther[0] = lock.writeLock();
            inOther[1] = lock.tryOptimisticRead();
            lock.unlockWrite(inOther[0]);
        });
        writer.start();
        writer.join();
        System.out.println("a writer does " + lock.validate(optimistic)
            + " " + StampedLock.isWriteLockStamp(inOther[0]) + " during a write " + inOther[1]);
        System.out.println("zero is never valid " + lock.validate(0));
    }
}
