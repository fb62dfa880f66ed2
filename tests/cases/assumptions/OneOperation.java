//@ check: safe
// Calls of a lock are one operation each, up to where they block.
import java.util.concurrent.locks.ReentrantLock;

public class OneOperation {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    static void add() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OneOperation::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
