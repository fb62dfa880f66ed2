//@ run-native
// Exercises TreeMap navigation, live sub-map views, descending views, range errors, and heavy insert and delete.
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

public class TreeMapNavigation {
    public static void main(String[] args) {
        NavigableMap<Integer, String> map = new TreeMap<>();
        for (int i = 10; i <= 100; i += 10) {
            map.put(i, "n" + i);
        }
        for (int probe : new int[] {5, 10, 55, 100, 105}) {
            System.out.println(probe + " lower=" + map.lowerKey(probe) + " floor=" + map.floorKey(probe)
                + " ceiling=" + map.ceilingKey(probe)
                + " higher=" + map.higherKey(probe) + " entry=" + map.floorEntry(probe));
        }
        System.out.println(map.firstKey() + " " + map.lastEntry() + " " + map.pollFirstEntry()
            + " " + map.pollLastEntry() + " " + map.size());
        System.out.println(map.headMap(40) + " " + map.headMap(40, true) + " " + map.tailMap(80)
            + " " + map.tailMap(80, false));
        SortedMap<Integer, String> window = map.subMap(30, 70);
        window.put(35, "added");
        map.put(65, "through");
        System.out.println(window + " " + window.size() + " " + window.firstKey() + " " + window.lastKey());
        window.keySet().removeIf(k -> k % 20 == 0);
        System.out.println(map);
        try {
            window.put(70, "outside");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            map.subMap(9, 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        NavigableMap<Integer, String> down = map.descendingMap();
        System.out.println(down + " " + down.firstKey() + " " + down.ceilingKey(60) + " " + down.headMap(50, true)
            + " " + map.descendingKeySet());
        window.clear();
        System.out.println(map + " " + down.size());
        try {
            map.firstEntry().setValue("x");
        } catch (UnsupportedOperationException e) {
            System.out.println("snapshot entries are read-only");
        }
        comparators();
        churn();
    }

    private static void comparators() {
        TreeMap<String, Integer> fold = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fold.put("Beta", 1);
        fold.put("alpha", 2);
        fold.put("BETA", 3);
        System.out.println(fold + " " + fold.get("bEtA") + " " + fold.containsKey("ALPHA"));
        TreeMap<String, Integer> nulls = new TreeMap<>(Comparator.nullsLast(Comparator.comparing(String::length)));
        nulls.put(null, 0);
        nulls.put("ccc", 3);
        nulls.put("a", 1);
        System.out.println(nulls + " " + nulls.lastKey());
        try {
            new TreeMap<String, Integer>().put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("natural order rejects null");
        }
    }

    private static void churn() {
        TreeMap<Integer, Integer> tree = new TreeMap<>();
        int state = 1;
        for (int i = 0; i < 3000; i++) {
            state = state * 1103515245 + 12345;
            int key = (state >>> 16) % 500;
            if (i % 3 == 2) {
                tree.remove(key);
            } else {
                tree.merge(key, 1, Integer::sum);
            }
        }
        long sum = 0;
        int previous = -1;
        for (Map.Entry<Integer, Integer> entry : tree.entrySet()) {
            if (entry.getKey() <= previous) {
                System.out.println("order broken");
            }
            previous = entry.getKey();
            sum = sum * 31 + entry.getKey() * entry.getValue();
        }
        System.out.println(tree.size() + " " + sum + " " + tree.firstKey() + " " + tree.lastKey()
            + " " + tree.headMap(250).size());
    }
}
