//@ run-native
// Exercises an uncaught exception in main with a shutdown hook that fails too: both are reported and the exit code is one.
public class HookFails {
    static class Failing extends Thread {
        private final Thread after;

        Failing(Thread after) {
            super("failing hook");
            this.after = after;
        }

        @Override
        public void run() {
            System.out.println("hook: not main " + (after != Thread.currentThread()));
            throw new IllegalArgumentException("thrown by the hook");
        }
    }

    static int divide(int a, int b) {
        return a / b;
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Failing(Thread.currentThread()));
        System.out.println("dividing " + divide(7, 2));
        System.out.println(divide(1, 0));
    }
}
