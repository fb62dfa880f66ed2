//@ check: safe
// A lock of the program's own looks at its state, which the library's calls never do: these stay one operation each.
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnSynchronizer {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int permits) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int permits) {
            setState(0);
            return true;
        }
    }

    static int count;

    public static void main(String[] args) throws InterruptedException {
        Mutex mutex = new Mutex();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                mutex.acquire(1);
                count++;
                mutex.release(1);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == threads.length;
    }
}
