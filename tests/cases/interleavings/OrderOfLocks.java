//@ check: safe
//@ structures: 6
// Three threads come to a monitor in any of six orders.
import jaywalk.Verify;

public class OrderOfLocks {
    static int order;

    static synchronized void arrive(int number) {
        order = order * 10 + number;
    }

    public static void main(String[] args) throws InterruptedException {
        together(() -> arrive(1), () -> arrive(2), () -> arrive(3));
        Verify.stopIfVisited(new int[] {order});
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
