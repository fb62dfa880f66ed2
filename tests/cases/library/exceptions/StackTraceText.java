//@ run-native
// Exercises printStackTrace into a writer with causes, suppressed exceptions, circular references, and common frames.
import java.io.PrintWriter;
import java.io.StringWriter;

public class StackTraceText {
    public static void main(String[] args) {
        try {
            outer(3);
        } catch (IllegalStateException e) {
            print(e);
            System.out.println(e.getCause().getMessage() + " " + e.getCause().getCause());
        }
        try {
            closeBoth();
        } catch (Exception e) {
            print(e);
            System.out.println(e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage());
        }
        Exception a = new Exception("a");
        Exception b = new Exception("b", a);
        a.initCause(b);
        print(a);
        RuntimeException quiet = new Quiet("no trace");
        print(quiet);
        System.out.println(quiet.getStackTrace().length);
        print(new Throwable());
        print(new Error(new RuntimeException("wrapped message")));
    }

    private static void outer(int depth) {
        try {
            middle(depth);
        } catch (RuntimeException e) {
            throw new IllegalStateException("outer failed", e);
        }
    }

    private static void middle(int depth) {
        if (depth > 0) {
            middle(depth - 1);
            return;
        }
        try {
            inner();
        } catch (ArithmeticException e) {
            throw new RuntimeException(e);
        }
    }

    private static void inner() {
        throw new ArithmeticException("bottom");
    }

    private static void closeBoth() throws Exception {
        try (Resource first = new Resource("first"); Resource second = new Resource("second")) {
            throw new Exception("body of " + first.name + " and " + second.name);
        }
    }

    private static void print(Throwable t) {
        StringWriter out = new StringWriter();
        t.printStackTrace(new PrintWriter(out, true));
        System.out.print(out);
    }

    private static final class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            throw new IllegalArgumentException("closing " + name);
        }
    }

    private static final class Quiet extends RuntimeException {
        Quiet(String message) {
            super(message, null, false, false);
        }
    }
}
