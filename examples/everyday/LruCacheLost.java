//@ check: assertion
// A cache that looks twice: another thread puts the same entry in between, and both count a miss. Expected: assertion.

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

public class LruCacheLost {
    private final Map<String, Integer> entries = Collections.synchronizedMap(new LinkedHashMap<>(4, 0.75f, true));
    private final AtomicInteger loads = new AtomicInteger();

    int get(String key) {
        Integer value = entries.get(key);
        if (value == null) {
            value = load(key);
            entries.put(key, value);
        }
        return value;
    }

    private int load(String key) {
        loads.incrementAndGet();
        return key.length();
    }

    public static void main(String[] args) throws InterruptedException {
        LruCacheLost cache = new LruCacheLost();
        Thread one = new Thread(() -> cache.get("key"), "one");
        Thread two = new Thread(() -> cache.get("key"), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert cache.loads.get() == 1 : "loaded " + cache.loads.get() + " times";
    }
}
