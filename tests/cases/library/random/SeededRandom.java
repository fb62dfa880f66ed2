//@ run-native
// Exercises java.util.Random with fixed seeds: every primitive draw, bounds, gaussians, streams, and bytes.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

public class SeededRandom {
    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, 42, -1, Long.MAX_VALUE}) {
            Random random = new Random(seed);
            System.out.println(seed + ": " + random.nextInt() + " " + random.nextInt(100)
                + " " + random.nextInt(1 << 20) + " " + random.nextLong() + " " + random.nextBoolean()
                + " " + random.nextDouble() + " " + random.nextFloat() + " " + random.nextGaussian()
                    + " " + random.nextGaussian() + " " + random.nextInt(5, 9) + " " + random.nextLong(1000)
                    + " " + random.nextInt(Integer.MAX_VALUE));
        }
        Random random = new Random(2024);
        byte[] bytes = new byte[11];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
        random.setSeed(5);
        System.out.println(random.nextInt() == new Random(5).nextInt());
        System.out.println(new Random(7).ints(6).boxed().toList()
            + " " + new Random(7).ints(8, 0, 10).boxed().toList());
        System.out.println(new Random(7).doubles(3).boxed().toList()
            + " " + new Random(7).longs(3, -50, 50).boxed().toList()
            + " " + new Random(8).doubles(2, 5, 6).boxed().toList());
        System.out.println(new Random(9).ints(1, 7).limit(20).mapToObj(Integer::toString)
            .collect(Collectors.joining("")));

        int[] histogram = new int[10];
        Random uniform = new Random(123);
        for (int i = 0; i < 10_000; i++) {
            histogram[uniform.nextInt(10)]++;
        }
        System.out.println(Arrays.toString(histogram));
        double sum = 0;
        double squares = 0;
        Random normal = new Random(321);
        for (int i = 0; i < 2000; i++) {
            double g = normal.nextGaussian();
            sum += g;
            squares += g * g;
        }
        System.out.printf(java.util.Locale.ROOT, "%.6f %.6f%n", sum / 2000, squares / 2000);
        int inside = 0;
        Random dart = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            double x = dart.nextDouble();
            double y = dart.nextDouble();
            inside += x * x + y * y <= 1 ? 1 : 0;
        }
        System.out.println(4.0 * inside / 20_000);
        List<Integer> deck = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            deck.add(i);
        }
        Collections.shuffle(deck, new Random(99));
        System.out.println(deck);
        Runnable[] attempts = {() -> random.nextInt(0), () -> random.nextInt(5, 5), () -> random.ints(-1),
            () -> random.doubles(2, 3, 1), () -> random.nextInt(-3)};
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
