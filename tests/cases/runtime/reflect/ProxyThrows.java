//@ run-native
// Exercises exceptions through proxies: declared, undeclared and unchecked ones, bad results, and default method invocation.
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;

public class ProxyThrows {
    public interface Service {
        String load(String name) throws IOException;

        int count();

        void plain();

        default String twice(String name) throws IOException {
            return load(name) + load(name);
        }
    }

    private static Service proxy(InvocationHandler handler) {
        return (Service) Proxy.newProxyInstance(ProxyThrows.class.getClassLoader(), new Class<?>[] {Service.class},
            handler);
    }

    private static Service throwing(Throwable thrown) {
        return proxy((p, method, arguments) -> {
            throw thrown;
        });
    }

    interface Call {
        Object run() throws Throwable;
    }

    private static void attempt(String label, Call call) {
        try {
            System.out.println(label + ": " + call.run());
        } catch (UndeclaredThrowableException e) {
            System.out.println(label + ": undeclared " + e.getUndeclaredThrowable() + " " + e.getMessage() + " "
                + (e.getCause() == e.getUndeclaredThrowable()));
        } catch (Throwable e) {
            System.out.println(label + ": " + e.getClass().getSimpleName()
                + (e instanceof ClassCastException || e instanceof NullPointerException ? "" : " " + e.getMessage()));
        }
    }

    public static void main(String[] args) {
        attempt("declared", () -> throwing(new IOException("io")).load("x"));
        attempt("declared subclass", () -> throwing(new FileNotFoundException("file")).load("x"));
        attempt("undeclared", () -> throwing(new Exception("checked")).load("x"));
        attempt("io undeclared in count", () -> throwing(new IOException("io")).count());
        attempt("runtime", () -> throwing(new IllegalStateException("state")).count());
        attempt("error", () -> throwing(new AssertionError("error")).count());
        attempt("in toString", () -> throwing(new InterruptedException("checked")).toString());

        attempt("null for int", () -> proxy((p, m, a) -> null).count());
        attempt("wrong type", () -> proxy((p, m, a) -> "text").count());
        attempt("long for int", () -> proxy((p, m, a) -> 5L).count());
        attempt("null for reference", () -> proxy((p, m, a) -> null).load("x"));
        attempt("ignored result", () -> {
            proxy((p, m, a) -> "ignored").plain();
            return "fine";
        });
        Service defaults = proxy((p, method, arguments) -> method.isDefault()
            ? InvocationHandler.invokeDefault(p, method, arguments) : "<" + arguments[0] + ">");
        attempt("default", () -> defaults.twice("a"));
        Service failing = proxy((p, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(p, method, arguments);
            }
            throw new IOException("inside the default");
        });
        attempt("default fails", () -> failing.twice("a"));
        attempt("no default", () -> InvocationHandler.invokeDefault(defaults, Service.class.getMethod("count")));
        attempt("not a proxy", () -> InvocationHandler.invokeDefault("text",
            Service.class.getMethod("twice", String.class), "x"));
    }
}
