//@ run-native
// Exercises an exception that leaves main: its trace on stderr with cause and suppressed parts, and exit code 1.
public class UncaughtException {
    public static void main(String[] args) {
        System.out.println("before");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
        Thread worker = new Thread(() -> {
            throw new IllegalArgumentException("in worker");
        }, "worker-1");
        worker.setUncaughtExceptionHandler((thread, error) -> System.out.println("handler saw " + thread.getName()
            + ": " + error));
        worker.start();
        try {
            worker.join();
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        try {
            compute(0);
        } finally {
            System.out.println("finally in main");
        }
        System.out.println("never printed");
    }

    private static int compute(int divisor) {
        try {
            return 10 / divisor;
        } catch (ArithmeticException e) {
            IllegalStateException wrapped = new IllegalStateException("cannot compute", e);
            wrapped.addSuppressed(new RuntimeException("and a note"));
            throw wrapped;
        }
    }
}
