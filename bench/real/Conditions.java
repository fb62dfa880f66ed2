// A buffer of one place with two conditions.
import java.util.concurrent.locks.*;

public class Conditions {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition full = lock.newCondition();
    static final Condition empty = lock.newCondition();
    static Integer place;

    static void put(int value) throws InterruptedException {
        lock.lock();
        try {
            while (place != null) empty.await();
            place = value;
            full.signal();
        } finally {
            lock.unlock();
        }
    }

    static int take() throws InterruptedException {
        lock.lock();
        try {
            while (place == null) full.await();
            int value = place;
            place = null;
            empty.signal();
            return value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                put(1);
                put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        assert take() + take() == 3;
        producer.join();
    }
}
