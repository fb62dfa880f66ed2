//@ check: assertion
// Hits are read from a concurrent map and put back: a hit in between is lost. Expected: assertion.

import java.util.concurrent.ConcurrentHashMap;

public class HitCounterLost {
    private final ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();

    void hit(String page) {
        Integer before = hits.get(page);
        hits.put(page, before == null ? 1 : before + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        HitCounterLost counter = new HitCounterLost();
        Thread one = new Thread(() -> counter.hit("index"), "one");
        Thread two = new Thread(() -> counter.hit("index"), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert counter.hits.get("index") == 2 : "hits: " + counter.hits.get("index");
    }
}
