package jaywalk.runner;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/** The objects of a test: one of its class, and one of each class around it. */
final class Instances {
    private final Class<?> test;
    private final Map<Class<?>, Object> made = new HashMap<>();
    /** What the constructor of the test is given. */
    private Object[] row = new Object[0];

    Instances(Class<?> test) {
        this.test = test;
    }

    void constructWith(Object[] row) {
        this.row = row;
    }

    /** The object that has the members of {@code owner}: the test, or one around it. */
    Object having(Class<?> owner) throws Throwable {
        Class<?> type = test;
        while (!owner.isAssignableFrom(type)) {
            type = type.getEnclosingClass();
        }
        return of(type);
    }

    Object of(Class<?> type) throws Throwable {
        Object known = made.get(type);
        if (known != null) {
            return known;
        }
        boolean isInner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        Object fresh;
        if (isInner) {
            fresh = construct(type.getDeclaredConstructor(type.getEnclosingClass()), of(type.getEnclosingClass()));
        } else if (type == test && row.length > 0) {
            fresh = construct(type.getDeclaredConstructors()[0], row);
        } else {
            fresh = construct(type.getDeclaredConstructor());
        }
        made.put(type, fresh);
        return fresh;
    }

    private static Object construct(Constructor<?> constructor, Object... arguments) throws Throwable {
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }
}
