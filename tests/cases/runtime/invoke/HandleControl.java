//@ run-native
// Exercises control flow made of method handles: guards, catching, finally, throwing, switches by table, and loops.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Iterator;
import java.util.List;

public class HandleControl {
    static boolean isShort(String text) {
        return text.length() < 4;
    }

    static String upper(String text) {
        return text.toUpperCase();
    }

    static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    static int parse(String text) {
        return Integer.parseInt(text);
    }

    static int recover(NumberFormatException e, String text) {
        return -text.length();
    }

    static int cleanup(Throwable thrown, int result, String text) {
        System.out.println("cleanup " + (thrown == null ? "normal " + result : "after " + thrown.getClass().getSimpleName()));
        return thrown == null ? result * 10 : -1;
    }

    static int step(int accumulated, int i, int limit) {
        return accumulated + i * i;
    }

    static String collect(String seen, String next, List<String> all) {
        return seen + next.charAt(0);
    }

    static boolean small(int n, int bound) {
        return n < bound;
    }

    static int doubling(int n, int bound) {
        return n * 2;
    }

    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return MethodHandles.lookup().findStatic(HandleControl.class, name, MethodType.methodType(result, parameters));
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle guard = MethodHandles.guardWithTest(find("isShort", boolean.class, String.class),
            find("upper", String.class, String.class), find("reverse", String.class, String.class));
        System.out.println((String) guard.invokeExact("abc") + " " + (String) guard.invokeExact("longer"));

        MethodHandle parse = find("parse", int.class, String.class);
        MethodHandle safe = MethodHandles.catchException(parse, NumberFormatException.class,
            find("recover", int.class, NumberFormatException.class, String.class));
        System.out.println((int) safe.invokeExact("12") + " " + (int) safe.invokeExact("twelve"));
        try {
            int unused = (int) safe.invokeExact((String) null);
            System.out.println("null is no number either: " + unused);
        } catch (NullPointerException e) {
            System.out.println("not caught");
        }
        MethodHandle guarded = MethodHandles.tryFinally(parse,
            find("cleanup", int.class, Throwable.class, int.class, String.class));
        System.out.println((int) guarded.invokeExact("7"));
        try {
            int unused = (int) guarded.invokeExact("x");
        } catch (NumberFormatException e) {
            System.out.println("passed on");
        }
        MethodHandle thrower = MethodHandles.throwException(int.class, IllegalStateException.class);
        try {
            int unused = (int) thrower.invokeExact(new IllegalStateException("by a handle"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }

        MethodHandle counted = MethodHandles.countedLoop(MethodHandles.dropArguments(MethodHandles.identity(int.class), 0),
            MethodHandles.constant(int.class, 0).asType(MethodType.methodType(int.class)),
            find("step", int.class, int.class, int.class, int.class));
        System.out.println("squares below 5: " + (int) counted.invokeExact(5));
        MethodHandle iterated = MethodHandles.iteratedLoop(null, MethodHandles.dropArguments(
            MethodHandles.constant(String.class, "initials "), 0, List.class),
            find("collect", String.class, String.class, String.class, List.class));
        System.out.println((String) iterated.invoke(List.of("sea", "otter", "swims")));
        MethodHandle loop = MethodHandles.whileLoop(MethodHandles.dropArguments(MethodHandles.constant(int.class, 1), 0,
            int.class), find("small", boolean.class, int.class, int.class), find("doubling", int.class, int.class, int.class));
        System.out.println("first power not below 100: " + (int) loop.invokeExact(100));
        MethodHandle atLeastOnce = MethodHandles.doWhileLoop(MethodHandles.dropArguments(
            MethodHandles.constant(int.class, 500), 0, int.class), find("doubling", int.class, int.class, int.class),
            find("small", boolean.class, int.class, int.class));
        System.out.println("at least once: " + (int) atLeastOnce.invokeExact(100));
        MethodHandle[] cases = {MethodHandles.dropArguments(MethodHandles.constant(String.class, "zero"), 0, int.class),
            MethodHandles.dropArguments(MethodHandles.constant(String.class, "one"), 0, int.class)};
        MethodHandle table = MethodHandles.tableSwitch(MethodHandles.dropArguments(
            MethodHandles.constant(String.class, "many"), 0, int.class), cases);
        System.out.println((String) table.invokeExact(0) + " " + (String) table.invokeExact(1) + " "
            + (String) table.invokeExact(-3));
        Iterator<String> iterator = List.of("done").iterator();
        System.out.println((Object) MethodHandles.lookup().findVirtual(Iterator.class, "next",
            MethodType.methodType(Object.class)).invoke(iterator));
    }
}
