//@ check: safe
//@ structures: 1
// No atomic increment is ever lost.
import jaywalk.Verify;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class AtomicIncrements {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        AtomicLong sum = new AtomicLong();
        Runnable add = () -> {
            count.incrementAndGet();
            sum.addAndGet(5);
            count.updateAndGet(n -> n + 1);
        };
        together(add, add);
        assert count.get() == 4 && sum.get() == 10;
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
