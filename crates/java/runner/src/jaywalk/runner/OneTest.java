package jaywalk.runner;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * One test method as a program: what a checker explores. JUnit's engines are not in it, since every path would go through them.
 *
 * <p>Arguments: the test class, then words. {@code expects=pkg.Exception} is what the test must throw, {@code rows} says that its arguments
 * come from annotations, {@code parameterized} that those of its class do, {@code rules} that JUnit 4's rules are around it, {@code
 * repeats=3} how often JUnit would repeat it. The other words are methods to call in their order, each as {@code
 * phase:class#method(parameters)}. Phases are {@code a} before all, {@code b} before each, {@code t} the test, {@code e} after each,
 * {@code z} after all.
 */
public final class OneTest {
    /** Something that may fail. */
    interface Part {
        void run() throws Throwable;
    }

    private final Class<?> test;
    private final List<String> calls = new ArrayList<>();
    private final Instances instances;
    private Given given;
    private String expected;
    private boolean hasRows;
    private boolean isParameterized;
    private boolean hasRules;
    private int repeats = 1;

    private OneTest(String[] words) throws Throwable {
        test = Class.forName(words[0]);
        for (int i = 1; i < words.length; i++) {
            read(words[i]);
        }
        instances = new Instances(test);
    }

    private void read(String word) {
        if (word.startsWith("expects=")) {
            expected = word.substring("expects=".length());
        } else if (word.startsWith("repeats=")) {
            repeats = Integer.parseInt(word.substring("repeats=".length()));
        } else if (word.equals("rows")) {
            hasRows = true;
        } else if (word.equals("parameterized")) {
            isParameterized = true;
        } else if (word.equals("rules")) {
            hasRules = true;
        } else {
            calls.add(word);
        }
    }

    public static void main(String[] words) throws Throwable {
        try {
            new OneTest(words).run();
        } catch (Throwable thrown) {
            if (!isAssumption(thrown.getClass())) {
                throw thrown;
            }
        }
    }

    private void run() throws Throwable {
        Method method = Calls.method(called('t').get(0));
        given = new Given(test, method, repeats);
        Part once = () -> {
            String name = isParameterized ? method.getName() + Parameters.choose(test, instances) : method.getName();
            Object[] row = hasRows ? Sources.choose(test, method, instances) : new Object[0];
            Part each = between('b', () -> expect(() -> Calls.call(method, receiver(method), given.arguments(method, row))), 'e');
            (hasRules ? Rules.around(each, test, method, name, instances.of(test)) : each).run();
        };
        Part all = between('a', once, 'z');
        (hasRules ? Rules.aroundClass(all, test) : all).run();
    }

    /** What comes after is done in any case; what went wrong first is what went wrong. */
    private Part between(char before, Part inner, char after) {
        return () -> {
            Throwable failed = null;
            try {
                for (String call : called(before)) {
                    call(call);
                }
                inner.run();
            } catch (Throwable thrown) {
                failed = thrown;
            }
            for (String call : called(after)) {
                try {
                    call(call);
                } catch (Throwable thrown) {
                    failed = failed == null ? thrown : failed;
                }
            }
            if (failed != null) {
                throw failed;
            }
        };
    }

    private List<String> called(char phase) {
        List<String> found = new ArrayList<>();
        for (String call : calls) {
            if (call.charAt(0) == phase) {
                found.add(call.substring(2));
            }
        }
        return found;
    }

    private void call(String call) throws Throwable {
        Method method = Calls.method(call);
        Calls.call(method, receiver(method), given.arguments(method, new Object[0]));
    }

    private Object receiver(Method method) throws Throwable {
        return Calls.isStatic(method) ? null : instances.having(method.getDeclaringClass());
    }

    private void expect(Part part) throws Throwable {
        if (expected == null) {
            part.run();
            return;
        }
        Class<?> type = Class.forName(expected);
        try {
            part.run();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return;
            }
            throw thrown;
        }
        throw new AssertionError("Expected exception: " + expected);
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
