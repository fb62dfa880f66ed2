//@ check: safe
//@ structures: 2
// Exactly one of two attempts succeeds, and either may.
import jaywalk.Verify;
import java.util.concurrent.atomic.AtomicReference;

public class CompareAndSet {
    public static void main(String[] args) throws InterruptedException {
        AtomicReference<String> winner = new AtomicReference<>();
        boolean[] won = new boolean[2];
        together(() -> won[0] = winner.compareAndSet(null, "a"), () -> won[1] = winner.compareAndSet(null, "b"));
        assert won[0] != won[1];
        Verify.stopIfVisited(won);
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
