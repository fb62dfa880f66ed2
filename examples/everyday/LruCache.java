//@ check: safe
// A cache of the two entries that were used last; looking one up changes the order, and is synchronized too. Expected: safe.

import java.util.LinkedHashMap;
import java.util.Map;

public class LruCache {
    private final Map<String, Integer> entries = new LinkedHashMap<>(4, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 2;
        }
    };

    synchronized Integer get(String key) {
        Integer value = entries.get(key);
        if (value == null) {
            value = key.length();
            entries.put(key, value);
        }
        return value;
    }

    synchronized int size() {
        return entries.size();
    }

    public static void main(String[] args) throws InterruptedException {
        LruCache cache = new LruCache();
        cache.get("a");
        Thread one = new Thread(() -> cache.get("bb"), "one");
        Thread two = new Thread(() -> cache.get("ccc"), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert cache.size() == 2 : cache.size();
    }
}
