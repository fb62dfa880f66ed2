//@ run-native
// Exercises adapters of method handles: insert, drop, filter, permute, fold, identity, constants, and conversion by asType.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class HandleAdapters {
    static String join(String a, int b, char c) {
        return a + "/" + b + "/" + c;
    }

    static int length(String text) {
        return text.length();
    }

    static String decorate(String text) {
        return "<" + text + ">";
    }

    static int sum(int first, int a, int b) {
        return first * 100 + a * 10 + b;
    }

    static int product(int a, int b) {
        return a * b;
    }

    static void say(String text) {
        System.out.println("said " + text);
    }

    static Object pair(Object a, Object b) {
        return a + "&" + b;
    }

    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return MethodHandles.lookup().findStatic(HandleAdapters.class, name, MethodType.methodType(result, parameters));
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle join = find("join", String.class, String.class, int.class, char.class);
        MethodHandle length = find("length", int.class, String.class);
        MethodHandle decorate = find("decorate", String.class, String.class);

        MethodHandle inserted = MethodHandles.insertArguments(join, 1, 42);
        System.out.println((String) inserted.invokeExact("a", 'z') + " " + inserted.type());
        System.out.println((String) MethodHandles.insertArguments(join, 0, "x", 1, 'y').invokeExact());
        MethodHandle dropped = MethodHandles.dropArguments(join, 1, double.class, Object.class);
        System.out.println((String) dropped.invoke("a", 2.5, null, 7, 'c') + " " + dropped.type());
        MethodHandle filtered = MethodHandles.filterArguments(join, 0, decorate);
        System.out.println((String) filtered.invokeExact("in", 1, 'q'));
        MethodHandle filteredMiddle = MethodHandles.filterArguments(join, 1, length);
        System.out.println((String) filteredMiddle.invokeExact("text", "four", '!') + " " + filteredMiddle.type());
        System.out.println((int) MethodHandles.filterReturnValue(decorate, length).invokeExact("abc"));
        MethodHandle permuted = MethodHandles.permuteArguments(join,
            MethodType.methodType(String.class, char.class, String.class, int.class), 1, 2, 0);
        System.out.println((String) permuted.invokeExact('c', "s", 5) + " " + permuted.type());
        MethodHandle doubledArgument = MethodHandles.permuteArguments(find("product", int.class, int.class, int.class),
            MethodType.methodType(int.class, int.class), 0, 0);
        System.out.println("square " + (int) doubledArgument.invokeExact(9));

        MethodHandle folded = MethodHandles.foldArguments(find("sum", int.class, int.class, int.class, int.class),
            find("product", int.class, int.class, int.class));
        System.out.println("folded " + (int) folded.invokeExact(3, 4) + " " + folded.type());
        MethodHandle announced = MethodHandles.foldArguments(decorate, find("say", void.class, String.class));
        System.out.println((String) announced.invokeExact("quiet"));
        System.out.println((int) MethodHandles.identity(int.class).invokeExact(8) + " "
            + (String) MethodHandles.constant(String.class, "fixed").invokeExact() + " "
            + (long) MethodHandles.zero(long.class).invokeExact() + " "
            + MethodHandles.empty(MethodType.methodType(String.class, int.class)).invoke(1));

        MethodHandle boxed = length.asType(MethodType.methodType(Object.class, Object.class));
        Object five = boxed.invokeExact((Object) "fives");
        System.out.println(five + " " + five.getClass().getSimpleName());
        MethodHandle wide = length.asType(MethodType.methodType(double.class, String.class));
        System.out.println((double) wide.invokeExact("xyz"));
        MethodHandle toVoid = length.asType(MethodType.methodType(void.class, String.class));
        toVoid.invokeExact("nothing");
        MethodHandle explicit = MethodHandles.explicitCastArguments(find("product", int.class, int.class, int.class),
            MethodType.methodType(byte.class, double.class, long.class));
        System.out.println((byte) explicit.invokeExact(100.9, 3L));
        MethodHandle bound = decorate.bindTo("bound");
        System.out.println((String) bound.invokeExact() + " " + bound.type().parameterCount());
        MethodHandle generic = find("pair", Object.class, Object.class, Object.class);
        System.out.println(MethodHandles.filterArguments(generic, 0, generic.bindTo("first"), null).invoke("a", "b")
            + " " + MethodHandles.dropReturn(length).type());
    }
}
