//@ check: safe
// Hits are counted with an operation of the map that is one step. Expected: safe.

import java.util.concurrent.ConcurrentHashMap;

public class HitCounter {
    private final ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();

    void hit(String page) {
        hits.merge(page, 1, Integer::sum);
    }

    public static void main(String[] args) throws InterruptedException {
        HitCounter counter = new HitCounter();
        Thread one = new Thread(() -> counter.hit("index"), "one");
        Thread two = new Thread(() -> counter.hit("index"), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert counter.hits.get("index") == 2;
    }
}
