//@ run-native
// Exercises TimSort and dual-pivot quicksort on larger inputs of many shapes, verified by order and checksums.
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;

public class LargeSorts {
    /** Below 4096, parallelSort stays on the calling thread. */
    private static final int SIZE = 4000;

    public static void main(String[] args) {
        shape("random", i -> scramble(i));
        shape("ascending", i -> i);
        shape("descending", i -> SIZE - i);
        shape("sawtooth", i -> i % 100);
        shape("organ pipe", i -> Math.min(i, SIZE - i));
        shape("few distinct", i -> scramble(i) & 7);
        shape("nearly sorted", i -> i % 97 == 0 ? SIZE - i : i);
        shape("runs", i -> (i / 50 % 2 == 0 ? i % 50 : 50 - i % 50) + scramble(i / 50) % 10);
        shape("equal", i -> 5);
        primitives();
    }

    private static void shape(String name, IntUnaryOperator generator) {
        Integer[] boxed = new Integer[SIZE];
        Arrays.setAll(boxed, i -> generator.applyAsInt(i));
        Item[] items = new Item[SIZE];
        Arrays.setAll(items, i -> new Item(boxed[i] % 64, i));
        int[] ints = Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
        int[] parallel = ints.clone();
        int[] comparisons = {0};
        Arrays.sort(boxed, (a, b) -> {
            comparisons[0]++;
            return Integer.compare(a, b);
        });
        Arrays.sort(ints);
        Arrays.parallelSort(parallel);
        Arrays.sort(items, Comparator.comparingInt(Item::key));
        boolean stable = true;
        boolean agree = true;
        for (int i = 0; i < SIZE; i++) {
            agree &= boxed[i] == ints[i] && ints[i] == parallel[i];
            stable &= i == 0 || items[i - 1].key < items[i].key || items[i - 1].key == items[i].key
                && items[i - 1].index < items[i].index;
        }
        System.out.println(name + " agree=" + agree + " stable=" + stable + " comparisons=" + comparisons[0]
            + " hash=" + Arrays.hashCode(ints) + " " + ints[0] + ".." + ints[SIZE - 1]);
    }

    private static void primitives() {
        long[] longs = new long[1000];
        double[] doubles = new double[1000];
        byte[] bytes = new byte[1000];
        char[] chars = new char[1000];
        short[] shorts = new short[SIZE];
        float[] floats = new float[300];
        for (int i = 0; i < shorts.length; i++) {
            int v = scramble(i);
            longs[i % 1000] = (long) v << 20;
            doubles[i % 1000] = v / 7.0;
            bytes[i % 1000] = (byte) v;
            chars[i % 1000] = (char) v;
            shorts[i] = (short) v;
            floats[i % 300] = v / 3f;
        }
        Arrays.sort(longs);
        Arrays.sort(doubles);
        Arrays.sort(bytes);
        Arrays.sort(chars);
        Arrays.sort(shorts);
        Arrays.sort(floats);
        System.out.println(Arrays.hashCode(longs) + " " + Arrays.hashCode(doubles) + " " + Arrays.hashCode(bytes)
            + " " + Arrays.hashCode(chars)
            + " " + Arrays.hashCode(shorts) + " " + Arrays.hashCode(floats) + " " + doubles[500] + " " + floats[0]);
    }

    private static int scramble(int i) {
        int x = i * 0x9E3779B9;
        x ^= x >>> 15;
        x *= 0x85EBCA6B;
        return (x ^ x >>> 13) & 0xFFFFFF;
    }

    private record Item(int key, int index) { }
}
