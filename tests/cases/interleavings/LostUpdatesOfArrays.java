//@ check: safe
//@ structures: 3
// Elements of an array are places like any other.
import jaywalk.Verify;

public class LostUpdatesOfArrays {
    public static void main(String[] args) throws InterruptedException {
        long[] cells = new long[2];
        Runnable add = () -> {
            cells[1]++;
            cells[1]++;
        };
        together(add, add);
        Verify.stopIfVisited(cells);
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
