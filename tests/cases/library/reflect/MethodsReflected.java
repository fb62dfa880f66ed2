//@ run-native
// Exercises reflection on methods: listing, invoking with boxing and varargs, and the exceptions of failed calls.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

public class MethodsReflected {
    interface Greeter {
        default String greet(String name) {
            return prefix() + name;
        }

        String prefix();
    }

    static class Base {
        public String who() {
            return "base";
        }

        protected static long sum(int a, long b) {
            return a + b;
        }
    }

    static final class Derived extends Base implements Greeter {
        @Override
        public String who() {
            return "derived";
        }

        @Override
        public String prefix() {
            return "hello ";
        }

        private int secret(int... values) throws java.io.IOException {
            if (values.length == 0) {
                throw new java.io.IOException("no values");
            }
            return Arrays.stream(values).sum();
        }

        synchronized void nothing() { }

        public <T extends Comparable<T>> T largest(List<? extends T> items) {
            return items.stream().max(Comparator.naturalOrder()).orElseThrow();
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Greeter.class, Base.class, Derived.class}) {
            Method[] methods = type.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::toString));
            for (Method m : methods) {
                System.out.println(m + " | " + m.toGenericString() + " | " + Modifier.toString(m.getModifiers())
                    + " " + m.getParameterCount() + " " + m.isVarArgs() + m.isDefault() + m.isBridge()
                    + " " + Arrays.toString(m.getExceptionTypes()));
            }
        }
        Derived target = new Derived();
        System.out.println(Base.class.getMethod("who").invoke(target)
            + " " + Derived.class.getMethod("greet", String.class).invoke(target, "you"));
        System.out.println(Base.class.getDeclaredMethod("sum", int.class, long.class).invoke(null, 40, 2)
            + " " + Base.class.getDeclaredMethod("sum", int.class, long.class).invoke(null, (byte) 1, 'A'));
        Method secret = Derived.class.getDeclaredMethod("secret", int[].class);
        secret.setAccessible(true);
        System.out.println(secret.invoke(target, (Object) new int[] {1, 2, 3})
            + " " + Derived.class.getDeclaredMethod("nothing").invoke(target));
        System.out.println(Derived.class.getMethod("largest", List.class).invoke(target, List.of(3, 9, 4))
            + " " + String.class.getMethod("substring", int.class, int.class).invoke("reflection", 2, 6));
        System.out.println(Math.class.getMethod("max", int.class, int.class).invoke(null, 3, 8)
            + " " + Integer.class.getMethod("parseInt", String.class).getReturnType());

        List<String> failures = new ArrayList<>();
        attempt(failures, () -> secret.invoke(target, (Object) new int[0]));
        attempt(failures, () -> secret.invoke(target, "wrong"));
        attempt(failures, () -> Base.class.getMethod("who").invoke(null));
        attempt(failures, () -> Derived.class.getMethod("missing", int.class, String[].class));
        attempt(failures, () -> Derived.class.getMethod("secret", int[].class));
        attempt(failures, () -> Integer.class.getMethod("parseInt", String.class).invoke(null, "x1"));
        failures.forEach(System.out::println);
    }

    private interface Action {
        Object run() throws Exception;
    }

    private static void attempt(List<String> log, Action action) {
        try {
            log.add("fine " + action.run());
        } catch (InvocationTargetException e) {
            log.add("target threw " + e.getCause() + " message " + e.getMessage());
        } catch (NullPointerException e) {
            log.add("NullPointerException");
        } catch (Exception e) {
            log.add(e.toString());
        }
    }
}
