//@ run-native
// Exercises System.exit from nested calls under try/finally: finally blocks do not run, the exit code is 42.
public class ExitFromNested {
    static void leave(int code, int depth) {
        if (depth > 0) {
            try {
                leave(code, depth - 1);
            } catch (Throwable t) {
                System.out.println("caught " + t);
            } finally {
                System.out.println("finally must not run at depth " + depth);
            }
            return;
        }
        System.out.println("leaving with " + code);
        System.exit(code);
        System.out.println("not reached");
    }

    static class Session implements AutoCloseable {
        @Override
        public void close() { System.out.println("close must not run"); }
    }

    public static void main(String[] args) {
        int total = 0;
        for (int i = 0; i < 10; i++) {
            total += i;
        }
        System.out.println("total " + total);
        try (Session s = new Session()) {
            leave(total - 3, 5);
        }
    }
}
