//@ run-native
// Exercises a cache that fills itself under a write lock and downgrades to a read lock before the value is used.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteDowngrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Integer, Long> cache = new TreeMap<>();
    private final AtomicInteger computed = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();

    long factorial(int n) {
        lock.readLock().lock();
        if (!cache.containsKey(n)) {
            lock.readLock().unlock();
            lock.writeLock().lock();
            try {
                cache.computeIfAbsent(n, key -> {
                    computed.incrementAndGet();
                    long product = 1;
                    for (int i = 2; i <= key; i++) {
                        product *= i;
                    }
                    return product;
                });
                lock.readLock().lock();
            } finally {
                lock.writeLock().unlock();
            }
            if (lock.isWriteLockedByCurrentThread() || lock.getReadHoldCount() != 1) {
                wrong.incrementAndGet();
            }
        }
        try {
            return cache.get(n);
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteDowngrade shared = new ReadWriteDowngrade();
        long[] sums = new long[4];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < sums.length; t++) {
            int id = t;
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 10; round++) {
                    for (int n = 0; n <= 15; n++) {
                        sums[id] += shared.factorial((n + id * 4) % 16);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("sums " + sums[0] + " " + (sums[0] == sums[1] && sums[1] == sums[2] && sums[2] == sums[3]));
        System.out.println("computed " + shared.computed + " wrong " + shared.wrong + " cached " + shared.cache.size()
            + " last " + shared.cache.get(15));

        ReentrantReadWriteLock lock = shared.lock;
        lock.readLock().lock();
        System.out.println("no upgrade: " + lock.writeLock().tryLock());
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        boolean[] seen = new boolean[2];
        Thread observer = new Thread(() -> {
            seen[0] = lock.readLock().tryLock();
            seen[1] = lock.writeLock().tryLock();
            lock.readLock().unlock();
        });
        observer.start();
        observer.join();
        System.out.println("after the downgrade others may read " + seen[0] + ", not write " + seen[1]);
        lock.readLock().unlock();
    }
}
