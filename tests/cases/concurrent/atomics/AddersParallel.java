//@ run-native
// Exercises LongAdder, DoubleAdder and the accumulators under contention: sums, products, maxima and resets are exact.
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class AddersParallel {
    public static void main(String[] args) throws InterruptedException {
        LongAdder adder = new LongAdder();
        DoubleAdder halves = new DoubleAdder();
        LongAccumulator maximum = new LongAccumulator(Long::max, Long.MIN_VALUE);
        LongAccumulator minimum = new LongAccumulator(Long::min, Long.MAX_VALUE);
        LongAccumulator xor = new LongAccumulator((a, b) -> a ^ b, 0);
        LongAccumulator gcd = new LongAccumulator(AddersParallel::gcd, 0);
        DoubleAccumulator largest = new DoubleAccumulator(Math::max, Double.NEGATIVE_INFINITY);
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 200; n++) {
                    adder.increment();
                    adder.add(id);
                    halves.add(0.5);
                    long value = (n * 37L + id * 11L) % 1000;
                    maximum.accumulate(value);
                    minimum.accumulate(value - 500);
                    xor.accumulate(value << id);
                    gcd.accumulate((value + 1) * 12);
                    largest.accumulate(value / 8.0);
                }
                adder.decrement();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("adder " + adder.sum() + " " + adder.intValue() + " " + adder);
        System.out.println("halves " + halves.sum() + " " + halves.longValue());
        System.out.println("max " + maximum + " min " + minimum.get() + " xor " + xor + " gcd " + gcd
            + " largest " + largest);
        System.out.println("taken " + adder.sumThenReset() + " then " + adder + ", " + maximum.getThenReset()
            + " then " + maximum.get() + ", " + halves.sumThenReset() + " then " + halves);

        Thread[] again = new Thread[2];
        for (int i = 0; i < again.length; i++) {
            again[i] = new Thread(() -> {
                for (int n = 1; n <= 50; n++) {
                    adder.add(n);
                    maximum.accumulate(-n);
                }
            });
            again[i].start();
        }
        for (Thread thread : again) {
            thread.join();
        }
        System.out.println("second use " + adder + " " + maximum);
        adder.reset();
        minimum.reset();
        System.out.println("reset " + adder.longValue() + " " + (minimum.get() == Long.MAX_VALUE));
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
