//@ check: safe
//@ structures: 15
// Two readers of two independent writes: of sixteen results only the one in which they disagree about the order is missing.
import jaywalk.Verify;

public class IndependentReads {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[4];
        together(() -> x = 1, () -> y = 1, () -> {
            seen[0] = x;
            seen[1] = y;
        }, () -> {
            seen[2] = y;
            seen[3] = x;
        });
        Verify.stopIfVisited(seen);
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
