//@ run-native
// Exercises StackTraceElement contents, setStackTrace, fillInStackTrace, and StackWalker over nested and recursive calls.
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

public class StackTraceElements {
    private final StackTraceElement[] atConstruction;
    private static final StackTraceElement AT_CLINIT = new Throwable().getStackTrace()[0];

    StackTraceElements() {
        atConstruction = new Throwable().getStackTrace();
    }

    public static void main(String[] args) {
        describe(new Exception("here").getStackTrace());
        describe(recurse(4).getStackTrace());
        describe(new StackTraceElements().atConstruction);
        describe(new Nested().new Inner().trace());
        describe(new Object() {
            StackTraceElement[] trace() {
                return new Throwable().getStackTrace();
            }
        }.trace());
        System.out.println(AT_CLINIT);
        describe(Thread.currentThread().getStackTrace()[1]);

        Throwable reused = recurse(1);
        System.out.println(reused.getStackTrace().length);
        refill(reused);
        describe(reused.getStackTrace());
        reused.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("made.Up", "method", "Up.java", 12),
                new StackTraceElement("made.Up", "native", null, -2),
                new StackTraceElement("made.Up", "unknown", null, -1),
        });
        System.out.println(Arrays.toString(reused.getStackTrace()) + " " + reused.getStackTrace()[1].isNativeMethod());
        StackTraceElement twin = new StackTraceElement("made.Up", "method", "Up.java", 12);
        System.out.println(twin.equals(reused.getStackTrace()[0])
            + " " + (twin.hashCode() == reused.getStackTrace()[0].hashCode()));

        List<String> walked = walk(2);
        System.out.println(walked);
        System.out.println(caller() + " " + StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(s -> s.count()));
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        int next = new Throwable(
            "spread over lines").getStackTrace()[0].getLineNumber();
        System.out.println(line + " " + (next - line));
    }

    private static Throwable recurse(int depth) {
        return depth == 0 ? new Throwable() : recurse(depth - 1);
    }

    private static void refill(Throwable throwable) {
        throwable.fillInStackTrace();
    }

    private static List<String> walk(int depth) {
        if (depth > 0) {
            return walk(depth - 1);
        }
        return StackWalker.getInstance().walk(frames -> frames.map(f -> f.getMethodName()
            + ":" + f.getLineNumber()).collect(Collectors.toList()));
    }

    private static String caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getName();
    }

    private static void describe(StackTraceElement... trace) {
        for (StackTraceElement frame : trace) {
            System.out.print(frame.getClassName() + "#" + frame.getMethodName() + "@" + frame.getFileName()
                + ":" + frame.getLineNumber() + " ");
        }
        System.out.println();
    }

    private static final class Nested {
        final class Inner {
            StackTraceElement[] trace() {
                return new Throwable().getStackTrace();
            }
        }
    }
}
