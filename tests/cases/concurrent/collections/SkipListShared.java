//@ run-native
// Exercises ConcurrentSkipListMap and Set changed by several threads: sorted views, navigation, ranges, and polling.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

public class SkipListShared {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
        AtomicInteger polled = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int n = 0; n < 50; n++) {
                    map.merge(n * 3 % 50, 1, Integer::sum);
                    set.add("s" + (n + id * 10) % 30);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(map.size() + " keys, all four " + map.values().stream().allMatch(v -> v == 4) + ", set "
            + set.size() + " from " + set.first() + " to " + set.last());

        System.out.println(map.firstEntry() + " " + map.lowerKey(10) + " " + map.floorKey(10) + " " + map.ceilingKey(49)
            + " " + map.higherKey(49) + " " + map.headMap(4, true) + " " + map.tailMap(48));
        ConcurrentNavigableMap<Integer, Integer> middle = map.subMap(20, true, 30, false);
        threads.clear();
        for (int t = 0; t < 3; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int n = 20 + id; n < 30; n += 3) {
                    middle.remove(n);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("range emptied " + middle + " " + map.size() + " across the gap " + map.higherKey(19));
        threads.clear();
        for (int t = 0; t < 3; t++) {
            threads.add(new Thread(() -> {
                while (map.pollFirstEntry() != null) {
                    polled.incrementAndGet();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("polled " + polled + " left " + map);

        ConcurrentSkipListMap<String, Integer> words = new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String word : "Be be not NOT or To to".split(" ")) {
            words.merge(word, 1, Integer::sum);
        }
        System.out.println(words + " " + words.descendingMap() + " " + words.descendingKeySet().first() + " "
            + words.computeIfAbsent("OR", k -> 99) + words.putIfAbsent("zebra", 5) + words.lastEntry());
        try {
            middle.put(35, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            words.firstEntry().setValue(3);
        } catch (UnsupportedOperationException e) {
            System.out.println("snapshots cannot be set");
        }
        System.out.println(set.headSet("s7").first() + " " + set.subSet("s5", "s27") + " " + set.pollLast()
            + set.ceiling("s20x"));
    }
}
