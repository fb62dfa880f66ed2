//@ check: safe
//@ structures: 3
// Who sees the flag sees the data that was written before it.
import jaywalk.Verify;

public class MessagePassing {
    static int data;
    static boolean flag;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[2];
        together(() -> {
            data = 1;
            flag = true;
        }, () -> {
            seen[0] = flag ? 1 : 0;
            seen[1] = data;
        });
        assert seen[0] <= seen[1];
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
