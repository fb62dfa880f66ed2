//@ run-native
// Exercises StackWalker: frames in order, caller class, filters, depth limits, reflection frames shown or hidden, and lambdas.
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public class StackWalks {
    static class Library {
        static Class<?> whoCalls() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        }

        static String deep(int depth, Supplier<String> body) {
            return depth == 0 ? body.get() : deep(depth - 1, body);
        }
    }

    static class Client {
        static String ask() {
            return Library.whoCalls().getSimpleName();
        }
    }

    public static List<String> names() {
        return StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getMethodName)
            .filter(name -> !name.startsWith("lambda")).collect(Collectors.toList()));
    }

    public static void main(String[] args) throws Exception {
        System.out.println(names() + " " + Client.ask() + " " + Library.whoCalls().getSimpleName());
        System.out.println(Library.deep(3, () -> names().toString()));
        System.out.println(Library.deep(5, () -> StackWalker.getInstance().walk(frames ->
            frames.filter(f -> f.getMethodName().equals("deep")).count()) + " deep frames"));
        System.out.println(Library.deep(5, () -> StackWalker.getInstance().walk(frames ->
            frames.skip(1).limit(2).map(f -> f.getClassName() + "." + f.getMethodName())
                .collect(Collectors.joining(" ")))));

        Optional<String> first = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(frames ->
            frames.map(f -> f.getDeclaringClass().getSimpleName() + " " + f.getMethodType() + " " + f.getDescriptor() + " "
                + f.getFileName() + " " + f.isNativeMethod() + " " + (f.getLineNumber() > 0)).findFirst());
        System.out.println(first.get());

        Method names = StackWalks.class.getMethod("names");
        System.out.println("reflection hidden " + names.invoke(null));
        boolean shown = StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES).walk(frames ->
            frames.noneMatch(f -> f.getClassName().equals("java.lang.reflect.Method")));
        System.out.println("none here " + shown);
        Method inside = StackWalks.class.getDeclaredMethod("sawMethod");
        System.out.println("seen with the option " + inside.invoke(null));

        StringBuilder each = new StringBuilder();
        Library.deep(1, () -> {
            StackWalker.getInstance().forEach(frame -> each.append(frame.toStackTraceElement().getMethodName()
                .replaceAll("lambda.*", "lambda")).append(' '));
            return "";
        });
        System.out.println(each);
        try {
            StackWalker.getInstance().getCallerClass();
        } catch (UnsupportedOperationException e) {
            System.out.println("classes were not retained");
        }
        try {
            StackWalker.getInstance().walk(frames -> frames).count();
        } catch (IllegalStateException e) {
            System.out.println("the stream ends with the walk");
        }
        Thread other = new Thread(() -> System.out.println("bottom " + names()));
        other.start();
        other.join();
    }

    static boolean sawMethod() {
        return StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES).walk(frames ->
            frames.anyMatch(f -> f.getClassName().equals("java.lang.reflect.Method")));
    }
}
