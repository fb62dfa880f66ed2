//@ run-native
// Exercises a semaphore that guards a pool of resources: never more users than permits, and all resources come back.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class SemaphorePool {
    private final Semaphore available;
    private final Deque<Integer> free = new ArrayDeque<>();
    private final AtomicInteger inUse = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    SemaphorePool(int size) {
        available = new Semaphore(size);
        for (int i = 0; i < size; i++) {
            free.add(i);
        }
    }

    int borrow() throws InterruptedException {
        available.acquire();
        int now = inUse.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        synchronized (free) {
            return free.removeFirst();
        }
    }

    void giveBack(int resource) {
        synchronized (free) {
            free.addLast(resource);
        }
        inUse.decrementAndGet();
        available.release();
    }

    private static void trial(int size, int users) throws InterruptedException {
        SemaphorePool pool = new SemaphorePool(size);
        AtomicInteger uses = new AtomicInteger();
        int[] perResource = new int[size];
        List<Thread> threads = new ArrayList<>();
        for (int u = 0; u < users; u++) {
            Thread thread = new Thread(() -> {
                try {
                    for (int n = 0; n < 25; n++) {
                        int resource = pool.borrow();
                        perResource[resource]++;
                        uses.incrementAndGet();
                        Thread.yield();
                        pool.giveBack(resource);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int total = 0;
        for (int count : perResource) {
            total += count;
        }
        System.out.println(size + " resources, " + users + " users: uses " + uses + " counted " + total
            + " limit kept " + (pool.most.get() <= size) + " free " + pool.free.stream().sorted().toList()
            + " permits " + pool.available.availablePermits());
    }

    public static void main(String[] args) throws InterruptedException {
        trial(1, 4);
        trial(2, 5);
        trial(3, 3);
        trial(8, 2);
    }
}
