//@ run-native
// Exercises ThreadLocalRandom and shared Randoms from several threads: every value within its bounds, and bad bounds refused.
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

public class RandomBounds {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger outside = new AtomicInteger();
        AtomicInteger own = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(new Thread(() -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                own.addAndGet(random == ThreadLocalRandom.current() ? 1 : 0);
                for (int n = 0; n < 100; n++) {
                    boolean inside = within(random.nextInt(10), 0, 10) && within(random.nextInt(-5, 5), -5, 5)
                        && within(random.nextLong(1L << 40), 0, 1L << 40) && within(random.nextLong(-3, -1), -3, -1)
                        && within(random.nextDouble(), 0, 1) && within(random.nextDouble(2, 3), 2, 3)
                        && within(random.nextFloat(), 0, 1) && within(random.nextInt(1), 0, 1);
                    outside.addAndGet(inside ? 0 : 1);
                }
                outside.addAndGet((int) random.ints(50, 100, 200).filter(n -> n < 100 || n >= 200).count());
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("outside " + outside + " stable per thread " + own);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Runnable[] wrong = {() -> random.nextInt(0), () -> random.nextInt(5, 5), () -> random.nextLong(-1),
            () -> random.nextDouble(1, 0), () -> random.ints(-1), () -> random.setSeed(1)};
        for (Runnable attempt : wrong) {
            try {
                attempt.run();
                System.out.println("fine");
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }

        // A shared Random hands out one sequence, whoever asks: the sum over all threads is that of the sequence.
        Random shared = new Random(77);
        long[] sums = new long[4];
        threads.clear();
        for (int t = 0; t < sums.length; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    sums[id] += shared.nextInt();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        long expected = 0;
        Random single = new Random(77);
        for (int n = 0; n < 400; n++) {
            expected += single.nextInt();
        }
        System.out.println("shared sequence " + (sums[0] + sums[1] + sums[2] + sums[3] == expected) + " " + expected);
        SplittableRandom root = new SplittableRandom(5);
        int[] parts = new int[3];
        for (int i = 0; i < parts.length; i++) {
            SplittableRandom branch = root.split();
            int id = i;
            Thread thread = new Thread(() -> parts[id] = branch.nextInt(1000));
            thread.start();
            thread.join();
        }
        System.out.println("split " + parts[0] + " " + parts[1] + " " + parts[2]);
    }

    private static boolean within(double value, double low, double high) {
        return value >= low && value < high;
    }
}
