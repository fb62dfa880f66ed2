//@ check: safe
//@ options: --races
// A lock of the library orders as a monitor does.

public class ReentrantLocks {
    static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();
    static int count;

    static void add() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ReentrantLocks::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
