//@ run-native
// Exercises System.exit inside finally while an exception is in flight: the exception is lost, exit code 3, no trace.
public class ExitInFinally {
    static int attempts;

    static void work() {
        attempts++;
        try {
            if (attempts < 3) {
                throw new IllegalStateException("attempt " + attempts);
            }
            throw new Error("fatal");
        } catch (IllegalStateException e) {
            System.out.println("retry after " + e.getMessage());
            work();
        } finally {
            System.out.println("finally " + attempts);
            if (attempts == 3) {
                System.exit(attempts);
            }
        }
    }

    public static void main(String[] args) {
        work();
    }
}
