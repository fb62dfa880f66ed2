//@ run-native
// Exercises the parallel operations of java.util.Arrays on arrays large enough to be split, against sequential results.
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

public class ParallelArrays {
    private static final int SIZE = 20_000;

    record Pair(int key, int position) { }

    public static void main(String[] args) {
        int[] ints = new Random(1).ints(SIZE, 0, 1_000_000).toArray();
        int[] expected = ints.clone();
        Arrays.sort(expected);
        Arrays.parallelSort(ints);
        System.out.println("ints " + Arrays.equals(ints, expected) + " " + ints[0] + " " + ints[SIZE - 1]);

        double[] doubles = new Random(2).doubles(SIZE).map(d -> d - 0.5).toArray();
        doubles[77] = Double.NaN;
        doubles[78] = -0.0;
        doubles[79] = 0.0;
        Arrays.parallelSort(doubles);
        int zero = Arrays.binarySearch(doubles, -0.0);
        System.out.println("doubles " + Double.isNaN(doubles[SIZE - 1]) + " " + (1 / doubles[zero] < 0)
            + (1 / doubles[zero + 1] > 0) + " " + IntStream.range(1, SIZE - 1).allMatch(i -> doubles[i - 1] <= doubles[i]));

        Pair[] pairs = new Pair[SIZE];
        Arrays.parallelSetAll(pairs, i -> new Pair(i * 31 % 100, i));
        Arrays.parallelSort(pairs, Comparator.comparingInt(Pair::key));
        boolean stable = IntStream.range(1, SIZE).allMatch(i -> pairs[i - 1].key() < pairs[i].key()
            || pairs[i - 1].key() == pairs[i].key() && pairs[i - 1].position() < pairs[i].position());
        System.out.println("stable " + stable + " " + pairs[0] + " " + pairs[SIZE - 1]);

        long[] longs = new long[SIZE];
        Arrays.parallelSetAll(longs, i -> i + 1L);
        Arrays.parallelPrefix(longs, Long::sum);
        System.out.println("prefix " + longs[0] + " " + longs[99] + " " + longs[SIZE - 1]);
        int[] running = new Random(3).ints(SIZE, 0, SIZE).toArray();
        int[] sequential = running.clone();
        for (int i = 1; i < SIZE; i++) {
            sequential[i] = Math.max(sequential[i - 1], sequential[i]);
        }
        Arrays.parallelPrefix(running, Math::max);
        System.out.println("running maximum " + Arrays.equals(running, sequential));
        int[] part = IntStream.rangeClosed(1, 10).toArray();
        Arrays.parallelPrefix(part, 3, 8, (a, b) -> a * b);
        System.out.println(Arrays.toString(part));

        String[] words = IntStream.range(0, 9000).mapToObj(i -> Integer.toString(i * 7919 % 9001, 36))
            .toArray(String[]::new);
        String[] copy = words.clone();
        Arrays.sort(copy);
        Arrays.parallelSort(words);
        System.out.println("words " + Arrays.equals(words, copy) + " " + words[0] + " " + words[8999]);
        byte[] bytes = new byte[300];
        new Random(4).nextBytes(bytes);
        Arrays.parallelSort(bytes, 100, 200);
        System.out.println("range " + IntStream.range(101, 200).allMatch(i -> bytes[i - 1] <= bytes[i]) + " "
            + Arrays.hashCode(bytes));
        try {
            Arrays.parallelSort(ints, 5, SIZE + 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
