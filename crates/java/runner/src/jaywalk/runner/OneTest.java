package jaywalk.runner;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/**
 * One test method as a program: what a checker explores. JUnit's engines are not in it, since every path would go through them.
 *
 * <p>Arguments: the test class, the exception that the test expects or "-", then the methods to call in their order, each as
 * {@code phase:class#method}. Phases are {@code a} before all, {@code b} before each, {@code t} the test, {@code e} after each, {@code z} after all.
 */
public final class OneTest {
    private final Map<Class<?>, Object> instances = new HashMap<>();

    private OneTest() {
    }

    public static void main(String[] arguments) throws Throwable {
        OneTest run = new OneTest();
        Class<?> test = Class.forName(arguments[0]);
        Throwable failed = null;
        for (int i = 2; i < arguments.length; i++) {
            char phase = arguments[i].charAt(0);
            boolean cleansUp = phase == 'e' || phase == 'z';
            if (failed != null && !cleansUp) {
                continue;
            }
            try {
                if (phase == 't') {
                    run.expect(arguments[1], test, arguments[i].substring(2));
                } else {
                    run.call(test, arguments[i].substring(2));
                }
            } catch (Throwable thrown) {
                if (failed == null) {
                    failed = thrown;
                }
            }
        }
        if (failed != null && !isAssumption(failed.getClass())) {
            throw failed;
        }
    }

    private void expect(String expected, Class<?> test, String method) throws Throwable {
        if (expected.equals("-")) {
            call(test, method);
            return;
        }
        Class<?> type = Class.forName(expected);
        try {
            call(test, method);
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return;
            }
            throw thrown;
        }
        throw new AssertionError("Expected exception: " + expected);
    }

    private void call(Class<?> test, String name) throws Throwable {
        int hash = name.indexOf('#');
        Class<?> owner = Class.forName(name.substring(0, hash));
        Method method = owner.getDeclaredMethod(name.substring(hash + 1));
        method.setAccessible(true);
        try {
            method.invoke(Modifier.isStatic(method.getModifiers()) ? null : instance(test, owner));
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    /** The object that has the method: the test, or one around it. */
    private Object instance(Class<?> test, Class<?> owner) throws Throwable {
        Class<?> type = test;
        while (!owner.isAssignableFrom(type)) {
            type = type.getEnclosingClass();
        }
        return make(type);
    }

    private Object make(Class<?> type) throws Throwable {
        Object made = instances.get(type);
        if (made != null) {
            return made;
        }
        boolean isInner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        try {
            if (isInner) {
                Constructor<?> constructor = type.getDeclaredConstructor(type.getEnclosingClass());
                constructor.setAccessible(true);
                made = constructor.newInstance(make(type.getEnclosingClass()));
            } else {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                made = constructor.newInstance();
            }
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
        instances.put(type, made);
        return made;
    }

    /** A test that finds that it does not apply has not failed. */
    private static boolean isAssumption(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            String name = at.getName();
            if (name.equals("org.opentest4j.TestAbortedException")
                || name.equals("org.junit.internal.AssumptionViolatedException")) {
                return true;
            }
        }
        return false;
    }
}
