//@ run-native
// Exercises the printed trace of an uncaught exception that carries suppressed exceptions and a circular cause chain.
public class UncaughtSuppressed {
    static class Tap implements AutoCloseable {
        private final String name;

        Tap(String name) { this.name = name; }

        @Override
        public void close() throws Exception {
            throw new Exception("leak in " + name, new RuntimeException("washer of " + name));
        }
    }

    static class Loop extends Exception {
        private Throwable cause;

        Loop(String m) { super(m); }

        @Override
        public synchronized Throwable getCause() { return cause; }
    }

    static void fill() throws Exception {
        try (Tap hot = new Tap("hot"); Tap cold = new Tap("cold")) {
            System.out.println("filling");
            throw new IllegalStateException("overflow");
        }
    }

    public static void main(String[] args) throws Exception {
        Loop a = new Loop("a");
        Loop b = new Loop("b");
        a.cause = b;
        b.cause = a;
        a.printStackTrace();
        System.out.println("printed a cycle");
        fill();
    }
}
