//@ check: safe
//@ structures: 4
// Copying an array reads and writes places that others see, one after the other: the second element without the first is among the results.
import jaywalk.Verify;

public class ArrayCopies {
    public static void main(String[] args) throws InterruptedException {
        int[] source = new int[2];
        int[] seen = new int[2];
        together(() -> {
            source[0] = 1;
            source[1] = 1;
        }, () -> System.arraycopy(source, 0, seen, 0, 2));
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
