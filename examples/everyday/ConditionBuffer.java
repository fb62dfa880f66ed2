//@ check: safe
// A buffer with a condition for each reason to wait. Expected: safe.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionBuffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private String item;

    void put(String value) throws InterruptedException {
        lock.lock();
        try {
            while (item != null) {
                notFull.await();
            }
            item = value;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    String take() throws InterruptedException {
        lock.lock();
        try {
            while (item == null) {
                notEmpty.await();
            }
            String value = item;
            item = null;
            notFull.signal();
            return value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConditionBuffer buffer = new ConditionBuffer();
        Thread producer = new Thread(() -> {
            try {
                buffer.put("a");
                buffer.put("b");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "producer");
        producer.start();
        assert buffer.take().equals("a");
        assert buffer.take().equals("b");
        producer.join();
    }
}
