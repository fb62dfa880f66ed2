package jaywalk.runner;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The main class of {@code jaywalk run --test}: runs each named test class, or method of one ({@code Class#method}), on JUnit's own
 * engines. JUnit 4 and 5 each have a class of their own here, because only the one that a test needs may be on the class path.
 */
public final class TestMain {
    /** Bad usage, as for jaywalk itself. */
    private static final int BAD_INPUT = 2;

    private static final String LAUNCHER = "org.junit.platform.launcher.Launcher";

    public static void main(String[] names) {
        Report report = new Report();
        for (String name : names) {
            int hash = name.indexOf('#');
            String method = hash < 0 ? null : name.substring(hash + 1);
            run(hash < 0 ? name : name.substring(0, hash), method, report);
        }
        System.exit(report.finish());
    }

    private static void run(String name, String method, Report report) {
        Class<?> type;
        boolean old;
        boolean jupiter;
        try {
            type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            old = isForJUnit4(type);
            jupiter = isForJUnit5(type);
        } catch (ClassNotFoundException missing) {
            throw refuse("class " + name + " is not on the class path; give its place with -cp");
        } catch (NoClassDefFoundError missing) {
            String needed = missing.getMessage().replace('/', '.');
            throw refuse("class " + name + " needs class " + needed + ", which is not on the class path; add its place to -cp");
        }
        int before = report.tests();
        if (old) {
            JUnit4.run(type, method, report);
        }
        if (jupiter) {
            need(LAUNCHER, "junit-platform-launcher");
            need("org.junit.jupiter.engine.JupiterTestEngine", "junit-jupiter-engine");
        }
        // A class with no mark of JUnit 4 may be one for another engine, or have annotations of its own.
        if (jupiter || (!old && isThere(LAUNCHER))) {
            JUnit5.run(type, method, report);
        }
        if (report.tests() == before) {
            String what = method == null ? "class " + name + " has no tests" : "class " + name + " has no test " + method;
            throw refuse(what + "; are JUnit's jars and the test's engine on the class path (-cp)?");
        }
    }

    private static void need(String type, String jar) {
        if (!isThere(type)) {
            throw refuse("these tests need " + jar + ".jar on the class path (-cp)");
        }
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException missing) {
            return false;
        }
    }

    /** Says why nothing can be run and ends the program; never returns. */
    private static Error refuse(String why) {
        System.out.flush();
        System.err.println("jaywalk: " + why);
        System.exit(BAD_INPUT);
        return new Error(why);
    }

    private static boolean isForJUnit4(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getName().equals("junit.framework.TestCase") || hasAnnotation(c.getAnnotations(), "org.junit.runner.RunWith")) {
                return true;
            }
        }
        return methods(type).stream().anyMatch(method -> hasAnnotation(method.getAnnotations(), "org.junit.Test"));
    }

    private static boolean isForJUnit5(Class<?> type) {
        if (methods(type).stream().anyMatch(method -> hasAnnotation(method.getAnnotations(), "org.junit.jupiter."))) {
            return true;
        }
        for (Class<?> nested : type.getDeclaredClasses()) {
            if (hasAnnotation(nested.getAnnotations(), "org.junit.jupiter.api.Nested")) {
                return true;
            }
        }
        return false;
    }

    /** Methods of the class and of all above it, private ones included. */
    static List<Method> methods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            found.addAll(List.of(c.getDeclaredMethods()));
        }
        found.addAll(List.of(type.getMethods()));
        return found;
    }

    private static boolean hasAnnotation(Annotation[] annotations, String prefix) {
        for (Annotation annotation : annotations) {
            if (annotation.annotationType().getName().startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
