package jaywalk.runner;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;

/** What methods of a test are given: values of a row first, then what JUnit 5 itself knows about the test. */
final class Given {
    private final Class<?> test;
    private final Method method;
    private final int repeats;
    /** Which repetition this is; 0 while nobody has asked. */
    private int repetition;

    Given(Class<?> test, Method method, int repeats) {
        this.test = test;
        this.method = method;
        this.repeats = repeats;
    }

    Object[] arguments(Method called, Object[] row) {
        Class<?>[] types = called.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = i < row.length ? Convert.to(types[i], row[i]) : known(types[i]);
        }
        return arguments;
    }

    private Object known(Class<?> type) {
        switch (type.getName()) {
            case "org.junit.jupiter.api.TestInfo":
                return answering(type, (self, asked, arguments) -> info(asked.getName()));
            case "org.junit.jupiter.api.RepetitionInfo":
                return answering(type, (self, asked, arguments) -> repetition(asked.getName()));
            case "org.junit.jupiter.api.TestReporter":
                return answering(type, (self, asked, arguments) -> null);
            default:
                throw Ask.beyond("a parameter of type " + type.getName() + " of " + method);
        }
    }

    private static Object answering(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private Object info(String asked) {
        switch (asked) {
            case "getTestClass":
                return Optional.of(test);
            case "getTestMethod":
                return Optional.of(method);
            case "getDisplayName":
                return method.getName() + "()";
            case "getTags":
                return Set.of();
            default:
                throw Ask.beyond("TestInfo." + asked);
        }
    }

    /** Each number is tried, but only for those who ask: all other repetitions are the same. */
    private Object repetition(String asked) {
        switch (asked) {
            case "getCurrentRepetition":
                if (repetition == 0) {
                    repetition = Ask.which(repeats) + 1;
                    Ask.tell("repetition " + repetition + " of " + repeats);
                }
                return repetition;
            case "getTotalRepetitions":
                return repeats;
            default:
                throw Ask.beyond("RepetitionInfo." + asked);
        }
    }
}
