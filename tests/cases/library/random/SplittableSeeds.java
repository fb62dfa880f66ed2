//@ run-native
// Exercises SplittableRandom and the named RandomGenerator algorithms with fixed seeds, and a subclassed Random.
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

public class SplittableSeeds {
    public static void main(String[] args) {
        SplittableRandom root = new SplittableRandom(42);
        System.out.println(root.nextInt() + " " + root.nextInt(100) + " " + root.nextInt(10, 20) + " " + root.nextLong()
            + " " + root.nextLong(1L << 40) + " " + root.nextLong(-5, 5) + " " + root.nextDouble()
            + " " + root.nextDouble(2.5) + " " + root.nextBoolean());
        SplittableRandom left = root.split();
        SplittableRandom right = root.split();
        System.out.println(left.nextInt() + " " + right.nextInt() + " " + root.nextInt());
        System.out.println(new SplittableRandom(1).ints(5).boxed().toList()
            + " " + new SplittableRandom(1).ints(6, 0, 9).boxed().toList()
            + " " + new SplittableRandom(2).doubles(2).boxed().toList()
            + " " + new SplittableRandom(3).longs(2).boxed().toList());
        byte[] bytes = new byte[10];
        new SplittableRandom(4).nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
        tree(new SplittableRandom(7), 3, "");

        for (String name : new String[] {"SplittableRandom", "Random"}) {
            RandomGenerator generator = RandomGeneratorFactory.of(name).create(11);
            System.out.println(name + " " + generator.nextInt() + " " + generator.nextLong()
                + " " + generator.nextInt(50) + " " + generator.nextDouble(1, 2) + " " + generator.nextFloat()
                + " " + generator.nextBoolean());
        }
        Random counting = new Counting();
        System.out.println(counting.nextInt() + " " + counting.nextInt(16) + " " + counting.nextInt(10)
            + " " + counting.nextLong() + " " + counting.nextDouble() + " " + counting.nextBoolean()
            + " " + counting.nextFloat());
        Runnable[] attempts = {() -> root.nextInt(0), () -> root.nextLong(5, 4), () -> root.nextDouble(-1),
            () -> RandomGenerator.of("NoSuchAlgorithm")};
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        int equal = 0;
        SplittableRandom twinA = new SplittableRandom(1234);
        SplittableRandom twinB = new SplittableRandom(1234);
        for (int i = 0; i < 100; i++) {
            equal += twinA.split().nextLong() == twinB.split().nextLong() ? 1 : 0;
        }
        System.out.println(equal);
    }

    private static void tree(SplittableRandom random, int depth, String path) {
        if (depth == 0) {
            System.out.println(path + "=" + random.nextInt(1000));
            return;
        }
        SplittableRandom other = random.split();
        tree(random, depth - 1, path + "L");
        tree(other, depth - 1, path + "R");
    }

    /** A Random whose raw bits simply count, which shows how the derived draws consume them. */
    private static final class Counting extends Random {
        private int calls;

        @Override
        protected int next(int bits) {
            calls++;
            return calls * 0x01234567 >>> 32 - bits;
        }
    }
}
