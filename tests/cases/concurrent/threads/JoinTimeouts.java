//@ run-native
// Exercises join with timeouts: on threads that run, end, were never started, and a thread joining itself.
import java.util.concurrent.CountDownLatch;

public class JoinTimeouts {
    private static void attempt(String label, Runnable action) {
        try {
            action.run();
        } catch (IllegalArgumentException e) {
            System.out.println(label + ": " + e.getMessage());
        }
    }

    private static void join(Thread thread, long millis, int nanos) {
        try {
            thread.join(millis, nanos);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        int[] result = new int[1];
        Thread worker = new Thread(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            for (int i = 0; i < 1000; i++) {
                result[0] += i;
            }
        });
        worker.join();
        worker.join(1_000_000);
        System.out.println("joining a new thread returns: " + worker.getState());

        worker.start();
        worker.join(2);
        System.out.println("after a short join it is alive: " + worker.isAlive());
        worker.join(1, 500_000);
        worker.join(0, 1);
        System.out.println("after fractions of time: " + worker.isAlive());
        release.countDown();
        worker.join(600_000);
        System.out.println("after a long join: " + worker.isAlive() + " " + result[0]);
        worker.join();
        worker.join(0);
        worker.join(5);
        System.out.println("joining again is free");

        attempt("negative", () -> join(worker, -1, 0));
        attempt("nanos", () -> join(worker, 0, 1_000_000));
        attempt("negative nanos", () -> join(worker, 1, -1));

        Thread self = Thread.currentThread();
        self.join(1);
        System.out.println("a thread can wait for itself, with a timeout");

        Thread[] crowd = new Thread[6];
        long[] squares = new long[crowd.length];
        for (int i = 0; i < crowd.length; i++) {
            int id = i;
            crowd[i] = new Thread(() -> squares[id] = (long) id * id);
        }
        for (Thread thread : crowd) {
            thread.start();
        }
        for (Thread thread : crowd) {
            thread.join(600_000);
        }
        long sum = 0;
        for (long square : squares) {
            sum += square;
        }
        System.out.println("plain writes are visible after a timed join: " + sum);
    }
}
