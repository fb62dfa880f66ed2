package jaywalk.runner;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.rules.MethodRule;
import org.junit.rules.TestRule;
import org.junit.rules.Timeout;
import org.junit.runner.Description;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.Statement;

/** JUnit 4's rules around a test. They are run as they are, but for timeouts: while a program is explored, time means nothing. */
final class Rules {
    /** A rule and its place among the others: the highest is the innermost, as in JUnit. */
    private static final class Ordered {
        final Object rule;
        final int order;

        Ordered(Object rule, int order) {
            this.rule = rule;
            this.order = order;
        }
    }

    private Rules() {
    }

    static OneTest.Part around(OneTest.Part part, Class<?> test, Method method, String name, Object instance) throws Throwable {
        Description description = Description.createTestDescription(test, name, method.getAnnotations());
        Statement statement = statement(part);
        for (Object rule : members(test, Rule.class, instance)) {
            if (rule instanceof TestRule) {
                statement = ((TestRule) rule).apply(statement, description);
            } else {
                statement = ((MethodRule) rule).apply(statement, new FrameworkMethod(method), instance);
            }
        }
        return statement::evaluate;
    }

    static OneTest.Part aroundClass(OneTest.Part part, Class<?> test) throws Throwable {
        Description description = Description.createSuiteDescription(test);
        Statement statement = statement(part);
        for (Object rule : members(test, ClassRule.class, null)) {
            statement = ((TestRule) rule).apply(statement, description);
        }
        return statement::evaluate;
    }

    private static Statement statement(OneTest.Part part) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                part.run();
            }
        };
    }

    /** Innermost first. */
    private static List<Object> members(Class<?> test, Class<? extends Annotation> mark, Object instance) throws Throwable {
        List<Ordered> found = new ArrayList<>();
        for (Class<?> type = test; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(mark)) {
                    method.setAccessible(true);
                    found.add(new Ordered(Calls.call(method, instance), order(method.getAnnotation(mark))));
                }
            }
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(mark)) {
                    field.setAccessible(true);
                    found.add(new Ordered(field.get(instance), order(field.getAnnotation(mark))));
                }
            }
        }
        found.removeIf(ordered -> ordered.rule instanceof Timeout);
        found.sort(Comparator.comparingInt((Ordered ordered) -> ordered.order).reversed());
        List<Object> rules = new ArrayList<>();
        found.forEach(ordered -> rules.add(ordered.rule));
        return rules;
    }

    /** Rules could not be ordered before JUnit 4.13. */
    private static int order(Annotation mark) throws Throwable {
        for (Method method : mark.annotationType().getDeclaredMethods()) {
            if (method.getName().equals("order")) {
                return (int) method.invoke(mark);
            }
        }
        return -1;
    }
}
