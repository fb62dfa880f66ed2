//@ check: safe
//@ structures: 3
// Reading and then setting an atomic number is not atomic.
import jaywalk.Verify;
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicGetAndSet {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Runnable add = () -> {
            count.set(count.get() + 1);
            count.set(count.get() + 1);
        };
        together(add, add);
        Verify.stopIfVisited(count);
    }

    static void together(Runnable... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
