//@ run-native
// Exercises timed waits: expiry, notification before expiry, argument errors, and waits without the monitor.
public class WaitTimeouts {
    private static final Object MONITOR = new Object();
    private static boolean ready;

    private static void attempt(String label, long millis, int nanos) throws InterruptedException {
        try {
            MONITOR.wait(millis, nanos);
            System.out.println(label + ": waited");
        } catch (IllegalArgumentException | IllegalMonitorStateException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        attempt("unowned", 1, 0);
        synchronized (MONITOR) {
            attempt("negative nanos", 1, -1);
            attempt("large nanos", 1, 1_000_000);
            attempt("expired", 1, 999_999);
            attempt("tiny", 0, 1);
        }
        try {
            synchronized (MONITOR) {
                MONITOR.wait(-1);
            }
        } catch (IllegalArgumentException e) {
            System.out.println("negative timeout refused");
        }

        Thread notifier = new Thread(() -> {
            synchronized (MONITOR) {
                ready = true;
                MONITOR.notifyAll();
            }
        });
        synchronized (MONITOR) {
            notifier.start();
            while (!ready) {
                MONITOR.wait(3_600_000);
            }
            System.out.println("notified long before the timeout, holding " + Thread.holdsLock(MONITOR));
        }
        notifier.join();

        synchronized (MONITOR) {
            synchronized (MONITOR) {
                MONITOR.wait(1);
                System.out.println("depth restored after the wait");
            }
            System.out.println("still held " + Thread.holdsLock(MONITOR));
        }
        System.out.println("now free " + !Thread.holdsLock(MONITOR));

        Thread holder = new Thread(() -> {
            synchronized (MONITOR) {
                ready = false;
                while (!ready) {
                    try {
                        MONITOR.wait(1);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        holder.start();
        boolean seen = false;
        while (!seen) {
            synchronized (MONITOR) {
                seen = !ready;
                if (seen) {
                    ready = true;
                }
            }
        }
        holder.join();
        System.out.println("a polling waiter needs no notification");
    }
}
