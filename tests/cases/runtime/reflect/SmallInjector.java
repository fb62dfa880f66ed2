//@ run-native
// Exercises a small dependency injector built on reflection: constructor and field injection, scopes, cycles, and lifecycle methods.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

public class SmallInjector {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Inject { }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Single { }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Start {
        int order() default 0;
    }

    interface Store {
        String read(String key);
    }

    @Single
    static class MemoryStore implements Store {
        private final Map<String, String> values = new HashMap<>(Map.of("greeting", "hello"));

        @Override
        public String read(String key) {
            return values.getOrDefault(key, "?");
        }
    }

    static class Clock {
        private static int made;
        final int number = ++made;
    }

    static class Greeter {
        private final Store store;
        @Inject
        private Clock clock;
        private String state = "";

        @Inject
        Greeter(Store store) {
            this.store = store;
        }

        @Start(order = 2)
        private void second() {
            state += "second ";
        }

        @Start(order = 1)
        void first() {
            state += "first ";
        }

        String greet(String name) {
            return store.read("greeting") + " " + name + " at " + clock.number + " after " + state;
        }
    }

    static class Chicken {
        @Inject
        Chicken(Egg egg) { }
    }

    static class Egg {
        @Inject
        Egg(Chicken chicken) { }
    }

    private final Map<Class<?>, Class<?>> bindings = new HashMap<>();
    private final Map<Class<?>, Object> singles = new HashMap<>();
    private final Deque<Class<?>> making = new ArrayDeque<>();

    <T> SmallInjector bind(Class<T> type, Class<? extends T> implementation) {
        bindings.put(type, implementation);
        return this;
    }

    <T> T get(Class<T> type) throws ReflectiveOperationException {
        Class<?> implementation = bindings.getOrDefault(type, type);
        Object existing = singles.get(implementation);
        if (existing != null) {
            return type.cast(existing);
        }
        if (making.contains(implementation)) {
            throw new IllegalStateException("cycle through " + implementation.getSimpleName());
        }
        making.push(implementation);
        try {
            Object made = make(implementation);
            if (implementation.isAnnotationPresent(Single.class)) {
                singles.put(implementation, made);
            }
            return type.cast(made);
        } finally {
            making.pop();
        }
    }

    private Object make(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
            .filter(c -> c.isAnnotationPresent(Inject.class) || c.getParameterCount() == 0).findFirst()
            .orElseThrow(() -> new IllegalStateException("no constructor for " + type.getSimpleName()));
        Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = get(constructor.getParameterTypes()[i]);
        }
        constructor.setAccessible(true);
        Object made = constructor.newInstance(arguments);
        for (Field field : type.getDeclaredFields()) {
            if (field.isAnnotationPresent(Inject.class)) {
                field.setAccessible(true);
                field.set(made, get(field.getType()));
            }
        }
        Method[] starts = Arrays.stream(type.getDeclaredMethods()).filter(m -> m.isAnnotationPresent(Start.class))
            .sorted(Comparator.comparingInt(m -> m.getAnnotation(Start.class).order())).toArray(Method[]::new);
        for (Method start : starts) {
            start.setAccessible(true);
            start.invoke(made);
        }
        return made;
    }

    public static void main(String[] args) throws Exception {
        SmallInjector injector = new SmallInjector().bind(Store.class, MemoryStore.class);
        System.out.println(injector.get(Greeter.class).greet("Ann"));
        System.out.println(injector.get(Greeter.class).greet("Bob"));
        System.out.println("single " + (injector.get(Store.class) == injector.get(MemoryStore.class)) + ", others not "
            + (injector.get(Clock.class) != injector.get(Clock.class)) + " " + Clock.made);
        for (Class<?> wrong : new Class<?>[] {Chicken.class, Runnable.class, Integer.class}) {
            try {
                injector.get(wrong);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
