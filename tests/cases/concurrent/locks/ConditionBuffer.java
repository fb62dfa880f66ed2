//@ run-native
// Exercises a bounded buffer on one lock with two conditions, with several producers and consumers.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionBuffer<T> {
    private final ReentrantLock lock;
    private final Condition notFull;
    private final Condition notEmpty;
    private final Deque<T> items = new ArrayDeque<>();
    private final int capacity;
    private boolean closed;

    ConditionBuffer(int capacity, boolean fair) {
        this.capacity = capacity;
        lock = new ReentrantLock(fair);
        notFull = lock.newCondition();
        notEmpty = lock.newCondition();
    }

    void put(T item) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (items.size() == capacity) {
                notFull.await();
            }
            items.addLast(item);
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The next item, or null once the buffer is closed and empty. */
    T take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (items.isEmpty() && !closed) {
                notEmpty.await();
            }
            T item = items.pollFirst();
            notFull.signal();
            return item;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void trial(int capacity, boolean fair) throws InterruptedException {
        ConditionBuffer<String> buffer = new ConditionBuffer<>(capacity, fair);
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        List<Thread> producers = new ArrayList<>();
        List<Thread> consumers = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            String prefix = "p" + p + "-";
            producers.add(new Thread(() -> {
                try {
                    for (int i = 10; i < 30; i++) {
                        buffer.put(prefix + i);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
            consumers.add(new Thread(() -> {
                try {
                    for (String item = buffer.take(); item != null; item = buffer.take()) {
                        taken.add(item);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        consumers.forEach(Thread::start);
        producers.forEach(Thread::start);
        for (Thread producer : producers) {
            producer.join();
        }
        buffer.close();
        for (Thread consumer : consumers) {
            consumer.join();
        }
        Collections.sort(taken);
        System.out.println("capacity " + capacity + (fair ? " fair" : "") + ": " + taken.size() + " items, "
            + taken.get(0) + " to " + taken.get(59) + ", distinct " + taken.stream().distinct().count());
    }

    public static void main(String[] args) throws InterruptedException {
        trial(1, false);
        trial(5, false);
        trial(2, true);
    }
}
