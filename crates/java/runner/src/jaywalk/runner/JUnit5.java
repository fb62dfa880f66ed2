package jaywalk.runner;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a class on the engines of the JUnit platform: Jupiter, and whatever else the class path has. */
final class JUnit5 implements TestExecutionListener {
    private final Report report;
    private TestPlan plan;

    private JUnit5(Report report) {
        this.report = report;
    }

    static void run(Class<?> type, String method, Report report) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
            .selectors(selectors(type, method))
            // JUnit 4's tests are run by JUnit 4 itself.
            .filters(EngineFilter.excludeEngines("junit-vintage"))
            .build();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, new JUnit5(report));
    }

    private static List<DiscoverySelector> selectors(Class<?> type, String method) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        if (method == null) {
            selectors.add(DiscoverySelectors.selectClass(type));
            return selectors;
        }
        for (Method candidate : TestMain.methods(type)) {
            if (candidate.getName().equals(method)) {
                selectors.add(DiscoverySelectors.selectMethod(type, candidate));
            }
        }
        return selectors;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        this.plan = plan;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        report.skip(name(test), reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<Throwable> thrown = result.getThrowable();
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            report.fail(name(test), thrown.orElseGet(() -> new Error("no reason given")));
        } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            report.skip(name(test), thrown.map(Throwable::getMessage).orElse(null));
        } else if (test.isTest()) {
            report.pass(name(test));
        }
    }

    /** {@code Class.method}, with what tells the invocations of one method apart behind it. */
    private String name(TestIdentifier test) {
        Optional<TestSource> source = test.getSource();
        if (source.isPresent() && source.get() instanceof MethodSource) {
            MethodSource method = (MethodSource) source.get();
            String name = method.getClassName() + "." + method.getMethodName();
            return isInvocation(test) ? name + "[" + test.getDisplayName() + "]" : name;
        }
        if (source.isPresent() && source.get() instanceof ClassSource) {
            return ((ClassSource) source.get()).getClassName();
        }
        return plan.getParent(test).map(parent -> name(parent) + ".").orElse("") + test.getDisplayName();
    }

    /** One of several runs of a method has a parent with the same source. */
    private boolean isInvocation(TestIdentifier test) {
        return plan.getParent(test).map(parent -> parent.getSource().equals(test.getSource())).orElse(false);
    }
}
