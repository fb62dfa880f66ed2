//@ check: safe
//@ structures: 6
// However long they sleep, they wake in any order.
import jaywalk.Verify;

public class Sleepers {
    static int order;

    static void sleep(int number) {
        try {
            Thread.sleep(number * 100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        synchronized (Sleepers.class) {
            order = order * 10 + number;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        together(() -> sleep(1), () -> sleep(2), () -> sleep(3));
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
