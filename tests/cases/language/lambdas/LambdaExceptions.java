//@ run-native
// Exercises exceptions through lambdas: checked functional types, sneaky rethrow, and traces that hide lambda frames.
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Function;

public class LambdaExceptions {
    interface Risky<T, E extends Exception> { T run() throws E; }

    static <T, E extends Exception> T call(String name, Risky<T, E> r) throws E {
        System.out.println("calling " + name);
        try {
            return r.run();
        } finally {
            System.out.println("called " + name);
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneaky(Throwable t) throws E { throw (E) t; }

    static <A, B> Function<A, B> guarded(Function<A, B> f, B fallback) {
        return a -> {
            try {
                return f.apply(a);
            } catch (RuntimeException e) {
                System.out.println("guarded " + e);
                return fallback;
            }
        };
    }

    static void trace(Throwable t) {
        for (StackTraceElement e : t.getStackTrace()) {
            String method = e.getMethodName().startsWith("lambda$") ? "lambda" : e.getMethodName();
            System.out.println("   " + e.getClassName() + "." + method + ":" + e.getLineNumber());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(call("fine", () -> 42));
        try {
            call("io", () -> { throw new IOException("disk"); });
        } catch (IOException e) {
            System.out.println(e);
            trace(e);
        }
        try {
            Runnable r = () -> LambdaExceptions.<RuntimeException>sneaky(new IOException("sneaked"));
            r.run();
        } catch (Exception e) {
            System.out.println(e);
        }
        Function<String, Integer> parse = guarded(Integer::parseInt, -1);
        System.out.println(parse.apply("12") + " " + parse.apply("zz"));
        Function<Object, String> cast = guarded(o -> (String) o, "?");
        System.out.println(cast.apply("s") + " " + cast.apply(null));
        System.out.println(guarded((Integer x) -> 10 / x, 0).apply(0));
        Callable<Integer> nested = () -> call("outer", () -> call("inner", () -> {
            if (args.length == 0) throw new IllegalStateException("inside");
            return 1;
        }));
        try {
            nested.call();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
            trace(e);
        }
        Runnable raw = null;
        try {
            raw.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
