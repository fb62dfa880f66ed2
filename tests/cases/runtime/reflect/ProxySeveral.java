//@ run-native
// Exercises dynamic proxies of several interfaces: Object methods, primitives, shared names, identity, and nested proxies.
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class ProxySeveral {
    interface Calculator {
        int add(int a, int b);

        double scale(double value, float by);

        boolean isReady();

        long[] spread(long from, int... steps);

        void reset();
    }

    interface Named {
        String name();

        default String greeting() {
            return "hello " + name();
        }
    }

    interface AlsoNamed {
        String name();
    }

    static class Recorder implements InvocationHandler {
        private final StringBuilder log = new StringBuilder();

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            log.append(method.getDeclaringClass().getSimpleName()).append('.').append(method.getName())
                .append(arguments == null ? "[]" : Arrays.deepToString(arguments)).append(' ');
            return switch (method.getName()) {
                case "add" -> (int) arguments[0] + (int) arguments[1];
                case "scale" -> (double) arguments[0] * (float) arguments[1];
                case "isReady" -> Boolean.TRUE;
                case "spread" -> new long[] {(long) arguments[0], ((int[]) arguments[1]).length};
                case "name" -> "proxy";
                case "greeting" -> "intercepted";
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> 4711;
                case "toString" -> "the proxy";
                default -> null;
            };
        }
    }

    public static void main(String[] args) {
        Recorder recorder = new Recorder();
        ClassLoader loader = ProxySeveral.class.getClassLoader();
        Object proxy = Proxy.newProxyInstance(loader,
            new Class<?>[] {Calculator.class, Named.class, AlsoNamed.class, Runnable.class}, recorder);
        Calculator calculator = (Calculator) proxy;
        calculator.reset();
        ((Runnable) proxy).run();
        System.out.println(calculator.add(2, 3) + " " + calculator.scale(1.5, 4f) + " " + calculator.isReady() + " "
            + Arrays.toString(calculator.spread(7, 1, 2, 3)));
        System.out.println(((Named) proxy).name() + " " + ((AlsoNamed) proxy).name() + " "
            + ((Named) proxy).greeting());
        System.out.println(proxy + " " + proxy.hashCode() + " " + proxy.equals(proxy) + " " + proxy.equals("other"));
        System.out.println(recorder.log);

        System.out.println(Proxy.isProxyClass(proxy.getClass()) + " " + Proxy.isProxyClass(String.class) + " "
            + (Proxy.getInvocationHandler(proxy) == recorder) + " " + Modifier.isFinal(proxy.getClass().getModifiers())
            + " " + proxy.getClass().getSuperclass().getSimpleName() + " "
            + Arrays.stream(proxy.getClass().getInterfaces()).map(Class::getSimpleName).toList());
        Object same = Proxy.newProxyInstance(loader,
            new Class<?>[] {Calculator.class, Named.class, AlsoNamed.class, Runnable.class}, new Recorder());
        System.out.println("class shared " + (same.getClass() == proxy.getClass()) + " " + same.equals(proxy));

        IntUnaryOperator doubled = (IntUnaryOperator) Proxy.newProxyInstance(loader,
            new Class<?>[] {IntUnaryOperator.class}, (p, method, arguments) -> (int) arguments[0] * 2);
        System.out.println(doubled.applyAsInt(21));
        for (Supplier<Object> wrong : List.<Supplier<Object>>of(
            () -> Proxy.newProxyInstance(loader, new Class<?>[] {String.class}, recorder),
            () -> Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class, Runnable.class}, recorder),
            () -> Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, null),
            () -> Proxy.getInvocationHandler("no proxy"))) {
            try {
                wrong.get();
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getClass().getSimpleName() + " "
                    + (e.getMessage() == null ? "" : e.getMessage().replaceAll(" from .*", "")));
            }
        }
    }
}
