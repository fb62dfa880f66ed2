//@ run-native
// Exercises ConcurrentHashMap's bulk operations at several parallelism thresholds: forEach, search, and all the reductions.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

public class MapBulkOperations {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        for (int n = 0; n < 200; n++) {
            map.put(n, "v".repeat(n % 5) + n);
        }
        for (long threshold : new long[] {1, 10, 64, Long.MAX_VALUE}) {
            AtomicLong keys = new AtomicLong();
            AtomicLong lengths = new AtomicLong();
            AtomicLong both = new AtomicLong();
            AtomicLong transformed = new AtomicLong();
            map.forEachKey(threshold, keys::addAndGet);
            map.forEachValue(threshold, value -> lengths.addAndGet(value.length()));
            map.forEach(threshold, (key, value) -> both.addAndGet((long) key * value.length()));
            map.forEach(threshold, (key, value) -> key % 3 == 0 ? value : null, v -> transformed.incrementAndGet());
            System.out.println("for each " + keys + " " + lengths + " " + both + " " + transformed);

            System.out.println("search " + map.searchKeys(threshold, key -> key * key == 14641 ? "found " + key : null)
                + " " + map.search(threshold, (key, value) -> value.equals("vvvv199") ? key : null)
                + " " + map.searchValues(threshold, value -> value.isEmpty() ? value : null)
                + " " + map.searchEntries(threshold, e -> e.getKey() == 42 ? e.getValue() : null));

            System.out.println("reduce " + map.reduceKeys(threshold, Integer::max)
                + " " + map.reduceValues(threshold, String::length, Integer::sum)
                + " " + map.reduceKeysToLong(threshold, Integer::longValue, 0, Long::sum)
                + " " + map.reduceValuesToInt(threshold, String::length, 0, Math::max)
                + " " + map.reduceToDouble(threshold, (k, v) -> k * 0.25, 0, Double::sum)
                + " " + map.reduce(threshold, (k, v) -> k % 50 == 0 ? v.length() : null, Integer::sum)
                + " " + map.reduceEntries(threshold, (a, b) -> a.getKey() < b.getKey() ? a : b)
                + " " + map.reduceEntriesToInt(threshold, Map.Entry::getKey, 0, Math::max));
        }
        ConcurrentHashMap<String, Integer> empty = new ConcurrentHashMap<>();
        System.out.println(empty.reduceKeys(1, (a, b) -> a) + " " + empty.reduceValuesToInt(1, v -> v, -1, Math::max)
            + " " + empty.search(1, (k, v) -> k) + " " + empty.mappingCount());
        try {
            map.forEachKey(Long.MAX_VALUE, key -> {
                if (key == 77) {
                    throw new IllegalStateException("at " + key);
                }
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        map.replaceAll((key, value) -> value + "!");
        System.out.println(map.get(7) + " " + map.values().removeIf(value -> value.length() > 3) + " " + map.size());
    }
}
