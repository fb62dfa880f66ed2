//@ run-native
// Exercises java.lang.reflect.Array: creation in several dimensions, element access with widening, and its errors.
import java.lang.reflect.Array;
import java.util.Arrays;

public class ArrayReflection {
    interface Body {
        Object run();
    }

    private static void attempt(String label, Body body) {
        try {
            System.out.println(label + ": " + body.run());
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    private static Object grow(Object array, int length) {
        Object larger = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, larger, 0, Math.min(length, Array.getLength(array)));
        return larger;
    }

    private static String show(Object array) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < Array.getLength(array); i++) {
            Object element = Array.get(array, i);
            text.append(i == 0 ? "" : ", ");
            text.append(element != null && element.getClass().isArray() ? show(element) : element);
        }
        return text.append(']').toString();
    }

    public static void main(String[] args) {
        for (Class<?> type : new Class<?>[] {boolean.class, byte.class, char.class, short.class, int.class, long.class,
            float.class, double.class, String.class, int[].class}) {
            Object array = Array.newInstance(type, 2);
            System.out.println(array.getClass().getName() + " " + Array.getLength(array) + " "
                + (Array.get(array, 0) instanceof Character ? (int) Array.getChar(array, 0) : Array.get(array, 0)));
        }
        int[][][] cube = (int[][][]) Array.newInstance(int.class, 2, 3, 4);
        cube[1][2][3] = 5;
        System.out.println(show(cube) + " " + Arrays.deepToString((Object[]) Array.newInstance(int[].class, 2, 1)));

        long[] longs = {1, 2, 3};
        Array.set(longs, 0, 10);
        Array.setInt(longs, 1, 20);
        Array.setChar(longs, 2, 'a');
        System.out.println(Arrays.toString(longs) + " " + Array.getLong(longs, 0) + " " + Array.getDouble(longs, 1) + " "
            + Array.getFloat(longs, 2));
        System.out.println(show(grow(longs, 5)) + " " + show(grow(new String[] {"a", "b", "c"}, 2)) + " "
            + grow(new char[] {'x'}, 1).getClass().getSimpleName());

        attempt("narrowing get", () -> Array.getInt(longs, 0));
        attempt("bounds", () -> Array.get(longs, 3));
        attempt("negative index", () -> Array.get(longs, -1));
        attempt("not an array", () -> Array.getLength("text"));
        attempt("null", () -> Array.getLength(null));
        attempt("negative size", () -> Array.newInstance(int.class, -1));
        attempt("void", () -> Array.newInstance(void.class, 1));
        attempt("no dimensions", () -> Array.newInstance(int.class, new int[0]));
        attempt("too many dimensions", () -> Array.newInstance(int.class, new int[256]));
        attempt("wrong element", () -> {
            Array.set(new String[1], 0, 5);
            return "set";
        });
        attempt("null into ints", () -> {
            Array.set(new int[1], 0, null);
            return "set";
        });
        attempt("subtype element", () -> {
            Number[] numbers = new Number[1];
            Array.set(numbers, 0, 2.5);
            return numbers[0];
        });
    }
}
