//@ run-native
// Exercises the order in which queued threads get a lock or a semaphore: first come, first served.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockFairOrder {
    private static final int THREADS = 6;

    interface Queued {
        boolean contains(Thread thread, int started);
    }

    private static void inOrder(String label, Runnable acquire, Runnable release, Queued queued)
            throws InterruptedException {
        List<Integer> order = new ArrayList<>();
        Thread[] threads = new Thread[THREADS];
        acquire.run();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                acquire.run();
                order.add(id);
                release.run();
            });
            threads[i].start();
            while (!queued.contains(threads[i], i + 1)) {
                Thread.yield();
            }
        }
        release.run();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(label + " " + order);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock fair = new ReentrantLock(true);
        inOrder("fair lock", fair::lock, fair::unlock, (thread, started) -> fair.hasQueuedThread(thread));
        ReentrantLock unfair = new ReentrantLock();
        inOrder("queue of an unfair lock", unfair::lock, unfair::unlock,
            (thread, started) -> unfair.hasQueuedThread(thread));
        Semaphore semaphore = new Semaphore(1, true);
        inOrder("fair semaphore", semaphore::acquireUninterruptibly, semaphore::release,
            (thread, started) -> semaphore.getQueueLength() == started);
        ReentrantReadWriteLock both = new ReentrantReadWriteLock(true);
        inOrder("fair write lock", both.writeLock()::lock, both.writeLock()::unlock,
            (thread, started) -> both.hasQueuedThread(thread));

        List<String> mixed = new ArrayList<>();
        both.writeLock().lock();
        Thread writer = new Thread(() -> {
            both.writeLock().lock();
            mixed.add("writer");
            both.writeLock().unlock();
        });
        Thread reader = new Thread(() -> {
            both.readLock().lock();
            mixed.add("reader");
            both.readLock().unlock();
        });
        for (Thread thread : new Thread[] {writer, reader}) {
            thread.start();
            while (!both.hasQueuedThread(thread)) {
                Thread.yield();
            }
        }
        System.out.println("queue of " + both.getQueueLength());
        both.writeLock().unlock();
        writer.join();
        reader.join();
        System.out.println(mixed);
    }
}
