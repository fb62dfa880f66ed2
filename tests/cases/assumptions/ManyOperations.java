//@ check: safe
//@ options: --library explore
// The same program, with the inside of the lock explored like its own code.
import java.util.concurrent.locks.ReentrantLock;

public class ManyOperations {
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
        Thread other = new Thread(ManyOperations::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
