//@ run-native
// Exercises atomic integers, longs, booleans and references under several threads: exact totals and single winners.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

public class AtomicCounters {
    private static final int THREADS = 4;
    private static final int ROUNDS = 150;

    private static void inParallel(IntConsumer body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            Thread thread = new Thread(() -> body.accept(id));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger increments = new AtomicInteger();
        AtomicInteger byLoop = new AtomicInteger(7);
        AtomicInteger maximum = new AtomicInteger(Integer.MIN_VALUE);
        AtomicLong wide = new AtomicLong(1L << 40);
        AtomicLong bits = new AtomicLong();
        inParallel(id -> {
            for (int n = 0; n < ROUNDS; n++) {
                increments.incrementAndGet();
                byLoop.updateAndGet(v -> (v + 13) % 1009);
                maximum.accumulateAndGet(id * 1000 + n, Math::max);
                wide.getAndAdd(-3);
                long bit = 1L << (id * 15 + n % 15);
                bits.getAndUpdate(v -> v | bit);
            }
        });
        System.out.println(increments + " " + byLoop + " " + maximum + " " + wide.get() + " "
            + Long.toHexString(bits.get()));

        AtomicInteger cas = new AtomicInteger();
        AtomicInteger exchanged = new AtomicInteger();
        inParallel(id -> {
            for (int n = 0; n < ROUNDS; n++) {
                int seen;
                do {
                    seen = cas.get();
                } while (!cas.compareAndSet(seen, seen + 2));
                int expected = exchanged.get();
                int witness = exchanged.compareAndExchange(expected, expected + 1);
                while (witness != expected) {
                    expected = witness;
                    witness = exchanged.compareAndExchange(expected, expected + 1);
                }
            }
        });
        System.out.println(cas + " " + exchanged);

        AtomicBoolean once = new AtomicBoolean();
        AtomicInteger winners = new AtomicInteger();
        AtomicInteger toggles = new AtomicInteger();
        AtomicBoolean flag = new AtomicBoolean();
        inParallel(id -> {
            if (once.compareAndSet(false, true)) {
                winners.incrementAndGet();
            }
            for (int n = 0; n < ROUNDS; n++) {
                if (!flag.getAndSet(true)) {
                    toggles.incrementAndGet();
                }
            }
        });
        System.out.println(winners + " winner, " + toggles + " toggle, " + once + " " + flag);

        AtomicReference<List<Integer>> list = new AtomicReference<>(List.of());
        inParallel(id -> {
            for (int n = 0; n < 10; n++) {
                int value = id * 10 + n;
                list.updateAndGet(old -> {
                    List<Integer> longer = new ArrayList<>(old);
                    longer.add(value);
                    longer.sort(null);
                    return longer;
                });
            }
        });
        System.out.println(list.get());
    }
}
