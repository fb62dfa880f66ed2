//@ check: deadlock
// A buffer with one condition for two reasons to wait: a signal for a consumer may wake a producer. Expected: deadlock.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionBufferLostSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private String item;

    void put(String value) throws InterruptedException {
        lock.lock();
        try {
            while (item != null) {
                changed.await();
            }
            item = value;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    String take() throws InterruptedException {
        lock.lock();
        try {
            while (item == null) {
                changed.await();
            }
            String value = item;
            item = null;
            changed.signal();
            return value;
        } finally {
            lock.unlock();
        }
    }

    static void produce(ConditionBufferLostSignal buffer, String item) {
        try {
            buffer.put(item);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void consume(ConditionBufferLostSignal buffer) {
        try {
            buffer.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        ConditionBufferLostSignal buffer = new ConditionBufferLostSignal();
        new Thread(() -> produce(buffer, "a"), "producer 1").start();
        new Thread(() -> produce(buffer, "b"), "producer 2").start();
        new Thread(() -> consume(buffer), "consumer 1").start();
        new Thread(() -> consume(buffer), "consumer 2").start();
    }
}
