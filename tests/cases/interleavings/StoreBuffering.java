//@ check: safe
//@ structures: 3
// Each thread raises its flag and looks at the other: at least one sees the other, since schedules are sequentially consistent.
import jaywalk.Verify;

public class StoreBuffering {
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[2];
        together(() -> {
            x = 1;
            seen[0] = y;
        }, () -> {
            y = 1;
            seen[1] = x;
        });
        assert seen[0] + seen[1] > 0;
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
