//@ run-native
// Exercises the stack trace of an uncaught exception with causes and frames in common, and exit code 1.
public class UncaughtWithCause {
    static class OrderFailed extends RuntimeException {
        OrderFailed(String message, Throwable cause) { super(message, cause); }
    }

    static class Kitchen {
        int cook(int[] pots, int which) {
            return pots[which] / (which - 2);
        }

        static void check(int n) {
            if (n < 0) {
                throw new IllegalArgumentException("negative order: " + n);
            }
        }
    }

    static void order(int n) {
        try {
            Kitchen.check(n);
            System.out.println("cooked " + new Kitchen().cook(new int[] {4, 5, 6}, n));
        } catch (ArithmeticException e) {
            throw new OrderFailed("pot " + n, e);
        }
    }

    static void serve(int n) {
        try {
            order(n);
        } catch (OrderFailed e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        serve(0);
        serve(1);
        try {
            serve(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            serve(3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("about to fail");
        serve(2);
        System.out.println("not reached");
    }
}
