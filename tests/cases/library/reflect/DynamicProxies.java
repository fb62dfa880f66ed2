//@ run-native
// Exercises java.lang.reflect.Proxy: dispatch, Object methods, several interfaces, defaults, and undeclared exceptions.
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class DynamicProxies {
    public interface Calculator {
        int add(int a, int b);

        long scale(long value, double factor);

        default String describe() {
            return "calculator " + add(1, 1);
        }

        void fail() throws IOException;
    }

    public interface Named {
        String name();

        boolean flag(char c, byte b, short s, float f);
    }

    private static final List<String> LOG = new ArrayList<>();

    public static void main(String[] args) {
        InvocationHandler recording = (proxy, method, arguments) -> {
            LOG.add(method.getDeclaringClass().getSimpleName() + "." + method.getName() + Arrays.toString(arguments));
            switch (method.getName()) {
                case "add": return (Integer) arguments[0] + (Integer) arguments[1];
                case "scale": return (long) ((Long) arguments[0] * (Double) arguments[1]);
                case "name": return "proxy";
                case "flag": return true;
                case "toString": return "a proxy";
                case "hashCode": return 99;
                case "equals": return proxy == arguments[0];
                case "describe": return InvocationHandler.invokeDefault(proxy, method, arguments);
                case "fail": throw new IOException("declared");
                default: throw new AssertionError(method);
            }
        };
        Object proxy = Proxy.newProxyInstance(DynamicProxies.class.getClassLoader(),
            new Class<?>[] {Calculator.class, Named.class}, recording);
        Calculator calculator = (Calculator) proxy;
        Named named = (Named) proxy;
        System.out.println(calculator.add(2, 3) + " " + calculator.scale(10, 2.5) + " " + named.name()
            + " " + named.flag('c', (byte) 1, (short) 2, 3f) + " " + calculator.describe());
        System.out.println(proxy + " " + proxy.hashCode() + " " + proxy.equals(proxy) + " " + proxy.equals("other"));
        try {
            calculator.fail();
        } catch (IOException e) {
            System.out.println(e);
        }
        LOG.forEach(System.out::println);
        System.out.println(Proxy.isProxyClass(proxy.getClass()) + " " + (Proxy.getInvocationHandler(proxy) == recording)
            + " " + Arrays.toString(proxy.getClass().getInterfaces()) + " " + proxy.getClass().getSuperclass());

        Named broken = make((p, m, a) -> null);
        attempt(() -> broken.flag('x', (byte) 0, (short) 0, 0));
        attempt(() -> make((p, m, a) -> 5).name());
        attempt(() -> make((p, m, a) -> {
            throw new IOException("undeclared");
        }).name());
        attempt(() -> make((p, m, a) -> {
            throw new IllegalStateException("unchecked passes");
        }).name());
        System.out.println(broken.name());
        List<String> target = new ArrayList<>(List.of("x", "y"));
        @SuppressWarnings("unchecked")
        List<String> readOnly = (List<String>) Proxy.newProxyInstance(DynamicProxies.class.getClassLoader(),
            new Class<?>[] {List.class}, (p, m, a) -> guard(target, m, a));
        System.out.println(readOnly.size() + readOnly.get(1) + readOnly.contains("x") + readOnly);
        attempt(() -> readOnly.add("z"));
        attempt(() -> readOnly.get(7));
        attempt(() -> Proxy.newProxyInstance(DynamicProxies.class.getClassLoader(), new Class<?>[] {String.class},
            recording));
    }

    private static Object guard(List<String> target, Method method, Object[] arguments) throws Throwable {
        if (method.getName().startsWith("add")) {
            throw new UnsupportedOperationException(method.getName());
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Named make(InvocationHandler handler) {
        return (Named) Proxy.newProxyInstance(DynamicProxies.class.getClassLoader(), new Class<?>[] {Named.class},
            handler);
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (UndeclaredThrowableException e) {
            System.out.println("undeclared " + e.getCause());
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName()
                + " " + (e instanceof ClassCastException || e instanceof NullPointerException ? "" : e.getMessage()));
        }
    }
}
