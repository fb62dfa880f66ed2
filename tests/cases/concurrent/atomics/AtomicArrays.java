//@ run-native
// Exercises the atomic arrays shared by threads: a histogram, a slot table claimed by compare and set, and bounds.
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class AtomicArrays {
    private static void join(Thread[] threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray histogram = new AtomicIntegerArray(8);
        AtomicLongArray sums = new AtomicLongArray(new long[] {100, 200, 300});
        AtomicReferenceArray<String> slots = new AtomicReferenceArray<>(20);
        int[] claimed = new int[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                Random random = new Random(id);
                for (int n = 0; n < 200; n++) {
                    histogram.incrementAndGet(random.nextInt(8));
                    sums.addAndGet(n % 3, id);
                }
                for (int slot = 0; slot < slots.length(); slot++) {
                    if (slots.compareAndSet(slot, null, "taken")) {
                        claimed[id]++;
                    }
                    Thread.yield();
                }
            });
            threads[i].start();
        }
        join(threads);
        int[] expected = new int[8];
        for (int id = 0; id < 4; id++) {
            Random random = new Random(id);
            for (int n = 0; n < 200; n++) {
                expected[random.nextInt(8)]++;
            }
        }
        System.out.println(histogram + " as expected " + histogram.toString().equals(Arrays.toString(expected)));
        System.out.println(sums + " claimed " + Arrays.stream(claimed).sum());

        System.out.println(histogram.getAndSet(0, -1) + " " + histogram.getAndAccumulate(0, 5, (a, b) -> a * b)
            + " " + histogram.updateAndGet(0, v -> v << 3) + " " + histogram.compareAndExchange(0, -40, 2)
            + " " + histogram.get(0) + " " + histogram.decrementAndGet(0));
        System.out.println(sums.getAndIncrement(1) + " " + sums.accumulateAndGet(2, 7, Math::floorMod)
            + " " + sums.getPlain(1) + " " + sums.weakCompareAndSetPlain(1, -9, 1));
        System.out.println(slots.getAndSet(3, "new") + " " + slots.accumulateAndGet(3, "er", String::concat)
            + " " + slots.getAcquire(4) + " " + slots.length());
        int[] source = {1, 2};
        AtomicIntegerArray copy = new AtomicIntegerArray(source);
        source[0] = 50;
        copy.set(1, 60);
        System.out.println(copy + " " + source[1] + " " + new AtomicLongArray(0));
        for (Runnable wrong : new Runnable[] {() -> copy.get(2), () -> sums.set(-1, 0), () -> slots.get(20),
            () -> new AtomicIntegerArray(-1), () -> new AtomicReferenceArray<String>((String[]) null)}) {
            try {
                wrong.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        AtomicReferenceArray<Object> typed = new AtomicReferenceArray<>(new String[] {"s"});
        typed.set(0, 42);
        System.out.println("a copy of Object[]: " + typed);
    }
}
