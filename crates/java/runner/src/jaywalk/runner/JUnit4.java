package jaywalk.runner;

import java.util.HashSet;
import java.util.Set;
import org.junit.Ignore;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs a class on JUnit 4's own core. */
final class JUnit4 extends RunListener {
    private final Report report;
    private final Set<Description> notPassed = new HashSet<>();

    private JUnit4(Report report) {
        this.report = report;
    }

    static void run(Class<?> type, String method, Report report) {
        Request request = Request.aClass(type);
        if (method != null) {
            if (!hasTest(request.getRunner().getDescription(), method)) {
                return;
            }
            request = request.filterWith(new OneMethod(method));
        }
        JUnitCore core = new JUnitCore();
        core.addListener(new JUnit4(report));
        core.run(request);
    }

    private static boolean hasTest(Description description, String method) {
        return (description.isTest() && OneMethod.isNamed(description, method))
            || description.getChildren().stream().anyMatch(child -> hasTest(child, method));
    }

    @Override
    public void testFinished(Description test) {
        if (!notPassed.contains(test)) {
            report.pass(name(test));
        }
    }

    @Override
    public void testFailure(Failure failure) {
        notPassed.add(failure.getDescription());
        report.fail(name(failure.getDescription()), failure.getException());
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
        notPassed.add(failure.getDescription());
        report.skip(name(failure.getDescription()), failure.getMessage());
    }

    @Override
    public void testIgnored(Description test) {
        Ignore ignore = test.getAnnotation(Ignore.class);
        report.skip(name(test), ignore == null ? null : ignore.value());
    }

    /** A failure outside of any test, in {@code @BeforeClass} say, has the class alone. */
    private static String name(Description test) {
        return test.getMethodName() == null ? test.getDisplayName() : test.getClassName() + "." + test.getMethodName();
    }

    /** Parameterized tests are named {@code method[0]}, and all of them are meant. */
    private static final class OneMethod extends Filter {
        private final String method;

        OneMethod(String method) {
            this.method = method;
        }

        static boolean isNamed(Description test, String method) {
            String name = test.getMethodName();
            return name != null && (name.equals(method) || name.startsWith(method + "["));
        }

        @Override
        public boolean shouldRun(Description description) {
            return isNamed(description, method) || description.getChildren().stream().anyMatch(this::shouldRun);
        }

        @Override
        public String describe() {
            return "method " + method;
        }
    }
}
