//@ run-native
// Exercises Throwable's contract: custom messages, initCause rules, suppression rules, chains, and standard messages.
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

public class ThrowableContracts {
    public static void main(String[] args) {
        CodedException coded = new CodedException(42, "disk");
        System.out.println(coded + " | " + coded.getMessage() + " | " + coded.getLocalizedMessage()
            + " | " + coded.getCause());
        System.out.println(new RuntimeException() + " " + new RuntimeException((String) null).getMessage()
            + " " + new RuntimeException(coded) + " " + new RuntimeException((Throwable) null).getMessage());
        System.out.println(new Exception("outer", new IOException("io")).getCause()
            + " " + new UncheckedIOException(new IOException("x")) + " " + new ExecutionException(new Error("e")));
        System.out.println(new ArrayIndexOutOfBoundsException(7).getMessage()
            + " | " + new IndexOutOfBoundsException(8).getMessage()
            + " | " + new StringIndexOutOfBoundsException(9).getMessage() + " | " + new AssertionError(3.5)
            + " | " + new AssertionError());

        attempt("self cause", () -> coded.initCause(coded));
        attempt("first initCause", () -> new Exception("e").initCause(new Error("c")));
        attempt("cause already set", () -> new Exception("e", null).initCause(new Error("c")));
        attempt("cause twice", () -> {
            Exception e = new Exception("e");
            e.initCause(null);
            e.initCause(new Error("c"));
        });
        attempt("suppress self", () -> coded.addSuppressed(coded));
        attempt("suppress null", () -> coded.addSuppressed(null));
        coded.addSuppressed(new Exception("s1"));
        coded.addSuppressed(new Exception("s2"));
        Throwable[] suppressed = coded.getSuppressed();
        suppressed[0] = null;
        System.out.println(suppressed.length + " " + coded.getSuppressed()[0].getMessage());

        Throwable chain = new IOException("root");
        for (int i = 0; i < 4; i++) {
            chain = i % 2 == 0 ? new RuntimeException("level " + i, chain) : new Exception(chain);
        }
        List<String> names = new ArrayList<>();
        for (Throwable t = chain; t != null; t = t.getCause()) {
            names.add(t.getClass().getSimpleName() + "=" + t.getMessage());
        }
        System.out.println(names);

        attempt("class cast", () -> System.out.println((Integer) (Object) "text"));
        attempt("null unboxing", () -> System.out.println((int) nullInteger()));
        attempt("enum", () -> Thread.State.valueOf("SLEEPY"));
        attempt("class not found", () -> {
            try {
                Class.forName("no.such.Type");
            } catch (ClassNotFoundException e) {
                System.out.println(e + " " + e.getCause());
            }
        });
        attempt("stack overflow", () -> overflow(0));
        assert names.isEmpty() : "assertions are disabled by default";
        System.out.println(finallyOrder(true) + " " + finallyOrder(false));
    }

    private static Integer nullInteger() {
        return null;
    }

    private static int overflow(int n) {
        return overflow(n + 1) + 1;
    }

    @SuppressWarnings("finally")
    private static String finallyOrder(boolean fail) {
        StringBuilder log = new StringBuilder();
        try {
            try {
                log.append("try ");
                if (fail) {
                    throw new IllegalStateException("x");
                }
            } finally {
                log.append("finally ");
            }
        } catch (IllegalStateException e) {
            log.append("catch ");
        } finally {
            return log.append("last").toString();
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void attempt(String label, Action action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (StackOverflowError e) {
            System.out.println(label + ": " + e.getClass().getName());
        } catch (Throwable t) {
            System.out.println(label + ": " + t + (t.getCause() == null ? "" : " <- " + t.getCause()));
        }
    }

    private static final class CodedException extends Exception {
        private final int code;

        CodedException(int code, String message) {
            super(message);
            this.code = code;
        }

        @Override
        public String getMessage() {
            return "E" + code + " " + super.getMessage();
        }
    }
}
