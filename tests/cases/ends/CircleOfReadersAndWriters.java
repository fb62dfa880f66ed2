//@ check: deadlock
//@ jdk: 17
// Each thread writes what the other one wants to read. On later JDKs the verdict is inconclusive, and names both.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class CircleOfReadersAndWriters {
    static void copy(ReentrantReadWriteLock from, ReentrantReadWriteLock to) {
        to.writeLock().lock();
        from.readLock().lock();
        from.readLock().unlock();
        to.writeLock().unlock();
    }

    public static void main(String[] args) {
        ReentrantReadWriteLock left = new ReentrantReadWriteLock(), right = new ReentrantReadWriteLock();
        Thread daemon = new Thread(() -> {
            while (true) {
                Thread.yield();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> copy(left, right)).start();
        copy(right, left);
    }
}
