//@ check: safe
//@ structures: 3
// An interrupt comes before the wait, while it waits, or after its end: the wait ends by it or by the signal, and then the flag may still be set.
import jaywalk.Verify;

public class Interrupts {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        int[] seen = new int[1];
        boolean[] ready = new boolean[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!ready[0]) {
                        lock.wait();
                    }
                    seen[0] = Thread.currentThread().isInterrupted() ? 2 : 1;
                } catch (InterruptedException e) {
                    seen[0] = 3;
                }
            }
        });
        waiter.start();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                ready[0] = true;
                lock.notify();
            }
        });
        other.start();
        waiter.interrupt();
        other.join();
        waiter.join();
        Verify.stopIfVisited(seen);
    }
}
