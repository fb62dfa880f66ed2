//@ check: safe
//@ structures: 3
// Three threads that add one each leave one, two or three behind.
import jaywalk.Verify;

public class LostUpdatesOfThree {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        together(() -> count++, () -> count++, () -> count++);
        Verify.stopIfVisited(new int[] {count});
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
