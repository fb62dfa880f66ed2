//@ run-native
// Exercises the Arrays class: fill, copy, search, compare, mismatch, prefix, setAll, deep operations, and hash codes.
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public class ArraysStatics {
    public static void main(String[] args) {
        int[] ints = {5, 3, 9, 1, 7};
        int[] copy = Arrays.copyOf(ints, 7);
        System.out.println(Arrays.toString(copy) + Arrays.toString(Arrays.copyOf(ints, 2))
            + Arrays.toString(Arrays.copyOfRange(ints, 3, 8)));
        Arrays.sort(copy, 1, 5);
        System.out.println(Arrays.toString(copy) + " " + Arrays.binarySearch(copy, 1, 5, 7)
            + " " + Arrays.binarySearch(copy, 1, 5, 4));
        Arrays.fill(copy, 2, 4, -8);
        System.out.println(Arrays.toString(copy) + " " + Arrays.stream(copy).sum()
            + " " + Arrays.stream(ints, 1, 3).max().getAsInt());
        Arrays.setAll(copy, i -> i * i);
        Arrays.parallelPrefix(copy, Integer::sum);
        System.out.println(Arrays.toString(copy));
        System.out.println(Arrays.equals(ints, ints.clone()) + " " + Arrays.equals(ints, copy)
            + " " + Arrays.equals(ints, 0, 2, new int[] {5, 3}, 0, 2)
            + " " + Arrays.compare(ints, copy) + " " + Arrays.compare(new int[] {1}, new int[] {1, 2, 3})
                + " " + Arrays.mismatch(ints, new int[] {5, 3, 8}) + " " + Arrays.mismatch(ints, ints.clone()));
        System.out.println(Arrays.mismatch("same prefix!".toCharArray(), "same prefix?".toCharArray())
            + " " + Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}));

        System.out.println(Arrays.hashCode(ints) + " " + Arrays.hashCode(new double[] {1.5, -0.0})
            + " " + Arrays.hashCode(new boolean[] {true, false})
            + " " + Arrays.hashCode(new String[] {"a", null}) + " " + Arrays.hashCode((int[]) null)
                + " " + Arrays.hashCode(new long[] {1L << 40}) + " " + Arrays.hashCode(new char[] {'x'}));
        Object[] nested = {1, new int[] {2, 3}, new String[][] {{"a"}, {}, null},
            new Object[] {new double[] {1.5}, null}};
        System.out.println(Arrays.deepToString(nested) + " " + Arrays.deepHashCode(nested));
        Object[] twin = {1, new int[] {2, 3}, new String[][] {{"a"}, {}, null},
            new Object[] {new double[] {1.5}, null}};
        System.out.println(Arrays.equals(nested, twin) + " " + Arrays.deepEquals(nested, twin));
        Object[] cyclic = new Object[2];
        cyclic[0] = "self";
        cyclic[1] = cyclic;
        System.out.println(Arrays.deepToString(cyclic) + " " + Arrays.toString((Object[]) null));

        String[] words = {"pear", "Apple", "fig"};
        List<String> view = Arrays.asList(words);
        Collections.sort(view);
        view.set(0, "first");
        System.out.println(Arrays.toString(words) + " " + view + " " + view.contains("fig"));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        Integer[] boxed = Arrays.stream(ints).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(words) + Arrays.toString(boxed) + Arrays.toString(new char[] {'x', 'y'})
            + Arrays.toString(new float[] {1, 2.5f}) + Arrays.toString(new byte[3]));

        Runnable[] attempts = {() -> Arrays.copyOf(ints, -1), () -> Arrays.copyOfRange(ints, 4, 2),
            () -> Arrays.fill(ints, 2, 9, 0), () -> Arrays.sort(ints, -1, 2), () -> Arrays.copyOfRange(ints, 6, 8)};
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}
