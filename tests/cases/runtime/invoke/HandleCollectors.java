//@ run-native
// Exercises spreading and collecting: spreaders, collectors, varargs handles, array accessors, and invokeWithArguments.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;

public class HandleCollectors {
    static String three(String a, int b, Object c) {
        return a + "," + b + "," + c;
    }

    static int total(int... numbers) {
        return Arrays.stream(numbers).sum();
    }

    static String show(String label, Object... rest) {
        return label + Arrays.deepToString(rest);
    }

    interface Body {
        Object run() throws Throwable;
    }

    private static void attempt(String label, Body body) throws Throwable {
        try {
            System.out.println(label + ": " + body.run());
        } catch (WrongMethodTypeException | IllegalArgumentException | ClassCastException | NullPointerException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle three = lookup.findStatic(HandleCollectors.class, "three",
            MethodType.methodType(String.class, String.class, int.class, Object.class));
        MethodHandle total = lookup.findStatic(HandleCollectors.class, "total",
            MethodType.methodType(int.class, int[].class));
        MethodHandle show = lookup.findStatic(HandleCollectors.class, "show",
            MethodType.methodType(String.class, String.class, Object[].class));

        MethodHandle spread = three.asSpreader(Object[].class, 3);
        System.out.println((String) spread.invokeExact(new Object[] {"a", 1, 'c'}) + " " + spread.type());
        MethodHandle tail = three.asSpreader(Object[].class, 2);
        System.out.println((String) tail.invokeExact("x", new Object[] {2, List.of(3)}) + " " + tail.type());
        attempt("too long", () -> spread.invoke(new Object[] {"a", 1, 'c', 4}));
        attempt("too short", () -> spread.invoke(new Object[] {"a"}));
        attempt("wrong element", () -> spread.invoke(new Object[] {"a", "b", "c"}));
        attempt("null array", () -> spread.invoke((Object[]) null));
        MethodHandle objects = three.asType(MethodType.genericMethodType(3));
        System.out.println(objects.asSpreader(0, Object[].class, 2).invoke(new Object[] {"front", 5}, (Object) "end"));

        MethodHandle fixed = total.asFixedArity();
        System.out.println(total.isVarargsCollector() + " " + fixed.isVarargsCollector() + " " + (int) total.invoke(1, 2, 3)
            + " " + (int) total.invoke() + " " + (int) total.invoke(new int[] {4, 5}) + " "
            + (int) fixed.invokeExact(new int[] {6}));
        attempt("fixed with loose ints", () -> fixed.invoke(1, 2));
        MethodHandle collected = fixed.asCollector(int[].class, 4);
        System.out.println((int) collected.invokeExact(1, 2, 3, 4) + " " + collected.type());
        System.out.println((String) show.invoke("s", 1, "two", 3.0) + " " + (String) show.invoke("none") + " "
            + (String) show.invoke("array", new Object[] {7, 8}) + " " + (String) show.invoke("one", (Object) null));
        MethodHandle collecting = MethodHandles.collectArguments(three, 1, collected);
        System.out.println((String) collecting.invoke("c", 1, 1, 1, 1, "d") + " " + collecting.type());

        System.out.println(three.invokeWithArguments("w", 9, null) + " "
            + total.invokeWithArguments(List.of(10, 20, 30)) + " " + show.invokeWithArguments("v", 1, 2));
        attempt("count", () -> three.invokeWithArguments("w"));
        MethodHandle get = MethodHandles.arrayElementGetter(String[].class);
        MethodHandle set = MethodHandles.arrayElementSetter(int[].class);
        int[] ints = new int[2];
        set.invokeExact(ints, 1, 77);
        System.out.println((String) get.invokeExact(new String[] {"p", "q"}, 1) + " " + ints[1] + " "
            + (int) MethodHandles.arrayLength(int[].class).invokeExact(ints) + " "
            + ((long[]) MethodHandles.arrayConstructor(long[].class).invokeExact(3)).length);
        MethodHandle asVarargs = lookup.findStatic(Arrays.class, "asList", MethodType.methodType(List.class, Object[].class));
        System.out.println(asVarargs.invoke(1, 2, 3) + " " + asVarargs.withVarargs(false).isVarargsCollector() + " "
            + MethodHandles.spreadInvoker(three.type(), 1).invoke(three, "sp", new Object[] {1, 2}));
    }
}
