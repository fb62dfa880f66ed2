//@ run-native
// Exercises LinkedHashMap insertion and access order, an LRU cache, and LinkedHashSet ordering.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class LinkedMaps {
    public static void main(String[] args) {
        Map<String, Integer> insertion = new LinkedHashMap<>();
        for (String key : new String[] {"zeta", "alpha", "mid", "beta"}) {
            insertion.put(key, key.length());
        }
        insertion.put("alpha", 50);
        insertion.remove("mid");
        insertion.put("mid", 3);
        insertion.computeIfAbsent("omega", String::length);
        System.out.println(insertion + " " + insertion.keySet() + " " + insertion.values());

        Map<Integer, String> access = new LinkedHashMap<>(16, 0.75f, true);
        for (int i = 1; i <= 5; i++) {
            access.put(i, "v" + i);
        }
        access.get(2);
        access.getOrDefault(4, "none");
        access.put(1, "again");
        access.containsKey(3);
        access.merge(5, "!", String::concat);
        System.out.println(access);
        access.putIfAbsent(3, "ignored");
        access.compute(2, (k, v) -> v + v);
        System.out.println(access);

        Lru<String, Integer> cache = new Lru<>(3);
        for (String key : "a b c a d e a f g a b".split(" ")) {
            Integer hit = cache.get(key);
            cache.put(key, hit == null ? 1 : hit + 1);
            System.out.println(key + " " + (hit == null ? "miss" : "hit") + " " + cache);
        }
        System.out.println("evicted " + cache.evicted);

        Set<String> seen = new LinkedHashSet<>();
        StringBuilder duplicates = new StringBuilder();
        for (String word : "one two three two four one five".split(" ")) {
            if (!seen.add(word)) {
                duplicates.append(word).append(' ');
            }
        }
        System.out.println(seen + " " + duplicates);
        Iterator<String> it = seen.iterator();
        it.next();
        it.remove();
        seen.add("one");
        System.out.println(seen + " " + seen.contains("two")
            + " " + seen.equals(Set.of("one", "two", "three", "four", "five")));
        seen.retainAll(List.of("five", "one", "two"));
        System.out.println(seen + " " + new ArrayList<>(seen).indexOf("one"));
    }

    private static final class Lru<K, V> extends LinkedHashMap<K, V> {
        private final int limit;
        private final List<K> evicted = new ArrayList<>();

        Lru(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            if (size() > limit) {
                evicted.add(eldest.getKey());
                return true;
            }
            return false;
        }
    }
}
