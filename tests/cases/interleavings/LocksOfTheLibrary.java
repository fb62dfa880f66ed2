//@ check: safe
//@ structures: 2
// Two threads under a lock of java.util.concurrent: either is first, and nothing is lost.
import jaywalk.Verify;
import java.util.concurrent.locks.ReentrantLock;

public class LocksOfTheLibrary {
    static int order;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i + 1;
            threads[i] = new Thread(() -> {
                lock.lock();
                try {
                    int seen = order;
                    order = seen * 10 + number;
                } finally {
                    lock.unlock();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert order > 10;
        Verify.stopIfVisited(new int[] {order});
    }
}
