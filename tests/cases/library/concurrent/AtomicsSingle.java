//@ run-native
// Exercises the atomic classes on one thread: updates, accumulations, arrays, field updaters, stamps, and adders.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class AtomicsSingle {
    volatile int counted = 3;

    public static void main(String[] args) {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.getAndAdd(10)
            + " " + i.addAndGet(-3) + " " + i.decrementAndGet() + " " + i.getAndDecrement() + " " + i);
        System.out.println(i.compareAndSet(12, 20) + " " + i.compareAndSet(12, 30) + " " + i.getAndSet(7)
            + " " + i.updateAndGet(x -> x * x) + " " + i.getAndUpdate(x -> -x)
            + " " + i.accumulateAndGet(100, Integer::max) + " " + i.getAndAccumulate(3, (a, b) -> a / b)
            + " " + i.get());
        i.lazySet(1);
        System.out.println(i.compareAndExchange(1, 2) + " " + i.compareAndExchange(1, 3) + " " + i.intValue()
            + " " + i.doubleValue() + " " + i.getPlain());
        AtomicLong l = new AtomicLong(Long.MAX_VALUE);
        System.out.println(l.incrementAndGet() + " " + l.addAndGet(5)
            + " " + l.compareAndSet(Long.MIN_VALUE + 5, 1L << 33) + " " + l.intValue() + " " + l);
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.getAndSet(true) + " " + b.compareAndSet(true, false) + " " + b);

        String first = new String("same");
        AtomicReference<String> reference = new AtomicReference<>(first);
        System.out.println(reference.compareAndSet(new String("same"), "other")
            + " " + reference.compareAndSet(first, "other") + " " + reference.updateAndGet(s -> s + "!")
            + " " + reference.accumulateAndGet("?", String::concat) + " " + reference.getAndSet(null)
            + " " + reference);
        AtomicIntegerArray array = new AtomicIntegerArray(new int[] {1, 2, 3});
        System.out.println(array.addAndGet(1, 5) + " " + array.getAndIncrement(2) + " " + array.compareAndSet(0, 1, 9)
            + " " + array + " " + array.length());
        AtomicReferenceArray<String> words = new AtomicReferenceArray<>(2);
        System.out.println(words.compareAndSet(0, null, "w") + " " + words + " " + words.getAndUpdate(0, s -> s + s)
            + " " + words.get(0));
        try {
            array.get(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }

        AtomicIntegerFieldUpdater<AtomicsSingle> updater = AtomicIntegerFieldUpdater.newUpdater(AtomicsSingle.class,
            "counted");
        AtomicsSingle owner = new AtomicsSingle();
        System.out.println(updater.incrementAndGet(owner) + " " + updater.compareAndSet(owner, 4, 40)
            + " " + owner.counted + " " + updater.getAndAccumulate(owner, 2, (x, y) -> x * y)
            + " " + updater.get(owner));
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 1);
        int[] stamp = new int[1];
        System.out.println(stamped.compareAndSet("a", "b", 1, 2) + " " + stamped.compareAndSet("b", "c", 1, 3)
            + " " + stamped.get(stamp) + stamp[0] + " " + stamped.attemptStamp("b", 9) + stamped.getStamp());
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
        System.out.println(marked.attemptMark("m", true) + " " + marked.isMarked()
            + " " + marked.compareAndSet("m", "n", false, true) + " " + marked.getReference());

        LongAdder adder = new LongAdder();
        LongAccumulator maximum = new LongAccumulator(Long::max, Long.MIN_VALUE);
        DoubleAccumulator product = new DoubleAccumulator((x, y) -> x * y, 1);
        for (int n = 1; n <= 10; n++) {
            adder.add(n);
            maximum.accumulate(n * (n % 2 == 0 ? -1 : 1));
            product.accumulate(n);
        }
        System.out.println(adder + " " + adder.sumThenReset() + " " + adder.sum() + " " + maximum + " " + product.get()
            + " " + product.getThenReset() + " " + product.intValue());
    }
}
