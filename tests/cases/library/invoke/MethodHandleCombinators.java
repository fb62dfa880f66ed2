//@ run-native
// Exercises method handle combinators: filters, folds, guards, loops, argument shuffling, spreading, and exceptions.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

public class MethodHandleCombinators {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static int subtract(int a, int b) {
        return a - b;
    }

    static int twice(int x) {
        return 2 * x;
    }

    static boolean positive(int x) {
        return x > 0;
    }

    static String show(int x) {
        return "<" + x + ">";
    }

    static int risky(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative " + x);
        }
        return x;
    }

    static int recover(IllegalArgumentException e, int x) {
        return e.getMessage().length() * 1000 + x;
    }

    static int step(int accumulator, int index) {
        return accumulator * 10 + index;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle subtract = find("subtract", int.class, int.class, int.class);
        MethodHandle twice = find("twice", int.class, int.class);
        MethodHandle positive = find("positive", boolean.class, int.class);
        MethodHandle show = find("show", String.class, int.class);

        System.out.println((int) MethodHandles.insertArguments(subtract, 0, 100).invokeExact(1)
            + " " + (int) MethodHandles.insertArguments(subtract, 1, 100).invokeExact(1));
        System.out.println((int) MethodHandles.permuteArguments(subtract, subtract.type(), 1, 0).invokeExact(3, 10)
            + " " + (int) MethodHandles.permuteArguments(subtract, twice.type(), 0, 0).invokeExact(8));
        System.out.println((int) MethodHandles.filterArguments(subtract, 0, twice, twice).invokeExact(5, 2)
            + " " + (int) MethodHandles.filterArguments(subtract, 1, twice).invokeExact(5, 2));
        System.out.println((String) MethodHandles.filterReturnValue(subtract, show).invokeExact(7, 9)
            + " " + (int) MethodHandles.dropArguments(twice, 0, String.class).invokeExact("ignored", 6));
        System.out.println((int) MethodHandles.foldArguments(subtract, twice).invokeExact(11)
            + " " + (int) MethodHandles.collectArguments(twice, 0, subtract).invokeExact(9, 4));
        MethodHandle negate = MethodHandles.insertArguments(subtract, 0, 0);
        MethodHandle absolute = MethodHandles.guardWithTest(positive, MethodHandles.identity(int.class), negate);
        System.out.println((int) absolute.invokeExact(-7) + " " + (int) absolute.invokeExact(7));
        MethodHandle guarded = MethodHandles.catchException(find("risky", int.class, int.class),
            IllegalArgumentException.class, find("recover", int.class, IllegalArgumentException.class, int.class));
        System.out.println((int) guarded.invokeExact(5) + " " + (int) guarded.invokeExact(-5));
        System.out.println((int) subtract.asSpreader(int[].class, 2).invokeExact(new int[] {9, 5})
            + " " + (Object) subtract.asType(MethodType.methodType(Object.class, Integer.class, short.class))
            .invoke((Integer) 4, (short) 1));
        MethodHandle collecting = LOOKUP.findStatic(Arrays.class, "toString",
            MethodType.methodType(String.class, Object[].class)).asCollector(Object[].class, 3);
        System.out.println((String) collecting.invoke("a", 1, 'c') + " " + collecting.type());

        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 6),
            MethodHandles.constant(int.class, 0), find("step", int.class, int.class, int.class));
        System.out.println((int) loop.invoke());
        int[] data = {3, 1, 2};
        MethodHandle get = MethodHandles.arrayElementGetter(int[].class);
        MethodHandle set = MethodHandles.arrayElementSetter(int[].class);
        set.invokeExact(data, 0, (int) get.invokeExact(data, 2) * 50);
        System.out.println(Arrays.toString(data) + " " + (int) MethodHandles.arrayLength(int[].class).invokeExact(data)
            + " " + ((int[]) MethodHandles.arrayConstructor(int[].class).invokeExact(4)).length);
        MethodHandle thrower = MethodHandles.throwException(int.class, IllegalStateException.class);
        try {
            int unused = (int) thrower.invokeExact(new IllegalStateException("thrown by handle"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle cleanup = MethodHandles.tryFinally(twice,
            MethodHandles.dropArguments(MethodHandles.identity(int.class), 0, Throwable.class));
        System.out.println((int) cleanup.invokeExact(15)
            + " " + (int) MethodHandles.explicitCastArguments(twice, MethodType.methodType(int.class, double.class))
            .invokeExact(4.9) + " " + (boolean) MethodHandles.zero(boolean.class).invokeExact());
    }

    private static MethodHandle find(String name, Class<?> result,
        Class<?>... parameters) throws ReflectiveOperationException {
        return LOOKUP.findStatic(MethodHandleCombinators.class, name, MethodType.methodType(result, parameters));
    }
}
