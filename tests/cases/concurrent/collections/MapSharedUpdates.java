//@ run-native
// Exercises ConcurrentHashMap's atomic updates from several threads: merge, compute, computeIfAbsent, replace, and resizing.
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;

public class MapSharedUpdates {
    private static void inParallel(int count, IntConsumer body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = i;
            threads.add(new Thread(() -> body.accept(id)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** All keys fall into one bin, so that the bin becomes a tree while threads work on it. */
    record Colliding(int number) implements Comparable<Colliding> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public int compareTo(Colliding other) {
            return Integer.compare(number, other.number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        ConcurrentHashMap<Integer, LongAdder> adders = new ConcurrentHashMap<>();
        AtomicInteger created = new AtomicInteger();
        inParallel(4, id -> {
            for (int n = 0; n < 120; n++) {
                counts.merge("word" + n % 6, 1, Integer::sum);
                counts.compute("total", (key, value) -> value == null ? 1 : value + 1);
                adders.computeIfAbsent(n % 10, key -> {
                    created.incrementAndGet();
                    return new LongAdder();
                }).add(n);
            }
        });
        System.out.println(new TreeMap<>(counts) + " " + new TreeMap<>(adders) + " created " + created);

        ConcurrentHashMap<Integer, Integer> grown = new ConcurrentHashMap<>(2);
        AtomicInteger winners = new AtomicInteger();
        inParallel(4, id -> {
            for (int n = 0; n < 300; n++) {
                if (grown.putIfAbsent(n, id) == null) {
                    winners.incrementAndGet();
                }
            }
        });
        System.out.println("size " + grown.size() + " winners " + winners + " keys "
            + grown.keySet().stream().mapToInt(Integer::intValue).sum());

        ConcurrentHashMap<Colliding, Integer> bin = new ConcurrentHashMap<>();
        inParallel(3, id -> {
            for (int n = 0; n < 40; n++) {
                bin.merge(new Colliding(n), id + 1, Integer::sum);
            }
            for (int n = id; n < 40; n += 4) {
                bin.computeIfPresent(new Colliding(n), (key, value) -> null);
            }
        });
        System.out.println("bin complete " + bin.keySet().stream().allMatch(key -> key.number() < 40) + " of "
            + bin.keySet().stream().filter(key -> key.number() % 4 == 3).count());

        ConcurrentHashMap<String, Integer> cell = new ConcurrentHashMap<>();
        cell.put("x", 0);
        inParallel(3, id -> {
            for (int n = 0; n < 50; n++) {
                int seen;
                do {
                    seen = cell.get("x");
                } while (!cell.replace("x", seen, seen + 1));
            }
        });
        AtomicInteger removed = new AtomicInteger();
        inParallel(3, id -> removed.addAndGet(cell.remove("x", 150) ? 1 : 0));
        System.out.println("removed once " + removed + " " + cell.isEmpty());
    }
}
