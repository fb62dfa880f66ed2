//@ run-native
// Exercises lazy creation under several threads: double-checked locking, the holder idiom, and a synchronized getter.
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

public class LazyHolders {
    static class Counted {
        private final int number;

        Counted(AtomicInteger counter) {
            number = counter.incrementAndGet();
        }
    }

    static class DoubleChecked {
        private static final AtomicInteger MADE = new AtomicInteger();
        private static volatile Counted instance;

        static Counted get() {
            Counted seen = instance;
            if (seen == null) {
                synchronized (DoubleChecked.class) {
                    seen = instance;
                    if (seen == null) {
                        seen = new Counted(MADE);
                        instance = seen;
                    }
                }
            }
            return seen;
        }
    }

    static class Held {
        private static final AtomicInteger MADE = new AtomicInteger();

        private static class Holder {
            static final Counted INSTANCE = new Counted(MADE);
        }

        static Counted get() {
            return Holder.INSTANCE;
        }
    }

    static class Guarded {
        private static final AtomicInteger MADE = new AtomicInteger();
        private static Counted instance;

        static synchronized Counted get() {
            if (instance == null) {
                instance = new Counted(MADE);
            }
            return instance;
        }
    }

    private static void race(String name, Supplier<Counted> getter, AtomicInteger made) throws InterruptedException {
        System.out.println(name + " made before " + made);
        Set<Counted> distinct = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                distinct.add(getter.get());
            });
            threads[i].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(name + " made after " + made + " distinct " + distinct.size() + " number "
            + getter.get().number);
    }

    public static void main(String[] args) throws InterruptedException {
        race("double checked", DoubleChecked::get, DoubleChecked.MADE);
        race("holder", Held::get, Held.MADE);
        race("guarded", Guarded::get, Guarded.MADE);
    }
}
