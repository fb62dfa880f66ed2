//@ run-native
// Exercises System.arraycopy: overlaps, type rules, partial copies before a failure, and its exact error messages.
import java.util.Arrays;

public class ArrayCopying {
    public static void main(String[] args) {
        int[] forward = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(forward, 0, forward, 2, 5);
        System.out.println(Arrays.toString(forward));
        int[] backward = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(backward, 3, backward, 1, 5);
        System.out.println(Arrays.toString(backward));
        System.arraycopy(backward, 8, backward, 0, 0);
        byte[] bytes = {1, 2, 3};
        byte[] room = new byte[6];
        System.arraycopy(bytes, 0, room, 2, 3);
        System.out.println(Arrays.toString(room));
        long[] longs = {1L << 40, -1, 7};
        System.arraycopy(longs, 0, longs, 1, 2);
        System.out.println(Arrays.toString(longs));

        Object[] objects = {"a", "b", 3, "d"};
        String[] strings = {"-", "-", "-", "-"};
        System.arraycopy(objects, 0, strings, 1, 2);
        System.out.println(Arrays.toString(strings));
        attempt("store check", () -> System.arraycopy(objects, 0, strings, 0, 4));
        System.out.println("partial " + Arrays.toString(strings));
        Integer[] integers = {1, 2};
        Number[] numbers = new Number[2];
        System.arraycopy(integers, 0, numbers, 0, 2);
        System.out.println(Arrays.toString(numbers));

        attempt("source range", () -> System.arraycopy(new int[3], 2, new int[9], 0, 2));
        attempt("target range", () -> System.arraycopy(new int[9], 0, new int[3], 2, 2));
        attempt("negative length", () -> System.arraycopy(new int[3], 0, new int[3], 0, -1));
        attempt("negative source", () -> System.arraycopy(new long[3], -1, new long[3], 0, 1));
        attempt("negative target", () -> System.arraycopy(new byte[3], 0, new byte[3], -2, 1));
        attempt("object range", () -> System.arraycopy(new String[2], 1, new String[4], 0, 3));
        attempt("type mismatch", () -> System.arraycopy(new int[3], 0, new long[3], 0, 1));
        attempt("primitive to object", () -> System.arraycopy(new int[3], 0, new Object[3], 0, 1));
        attempt("not an array", () -> System.arraycopy("text", 0, new int[1], 0, 1));
        attempt("target no array", () -> System.arraycopy(new int[1], 0, "text", 0, 1));
        attempt("null", () -> System.arraycopy(null, 0, new int[1], 0, 1));
        attempt("negative size", () -> Arrays.toString(new int[-3]));
        int[] four = new int[4];
        attempt("index", () -> four[4] = 1);
        attempt("negative index", () -> four[-1]++);
        attempt("row index", () -> System.out.println(new int[2][3][2].length + four[9]));
        attempt("array store", () -> objectsOf(strings)[0] = 5);
        int[][] grid = {{1, 2}, {3, 4}};
        int[][] shallow = grid.clone();
        shallow[0][0] = 99;
        shallow[1] = new int[] {7};
        System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(shallow));
    }

    private static Object[] objectsOf(Object[] array) {
        return array;
    }

    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (NullPointerException e) {
            System.out.println(label + ": NPE");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e);
        }
    }
}
