//@ run-native
// Exercises the live views of TreeMap and TreeSet: sub maps of sub maps, descending views, bounds, and changes through them.
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

public class NavigableViews {
    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int n = 0; n <= 50; n += 5) {
            map.put(n, "v" + n);
        }
        NavigableMap<Integer, String> middle = map.subMap(10, false, 35, true);
        NavigableMap<Integer, String> inner = middle.subMap(20, true, 35, false);
        SortedMap<Integer, String> descending = middle.descendingMap();
        System.out.println(middle + " " + inner + " " + descending + " " + middle.size());
        middle.put(22, "new");
        map.remove(30);
        System.out.println(inner + " " + descending.firstKey() + " " + descending.lastKey() + " " + inner.containsKey(35) + " "
            + inner.lowerKey(20) + " " + inner.floorEntry(24) + " " + middle.higherKey(35) + " " + middle.firstEntry());
        System.out.println(middle.pollFirstEntry() + " " + map.containsKey(15) + " " + descending.headMap(22) + " "
            + middle.descendingKeySet() + " " + middle.headMap(25, true).descendingMap().tailMap(22));
        attempt("outside", () -> middle.put(10, "x"));
        attempt("sub outside", () -> middle.subMap(5, 20));
        attempt("bounds", () -> map.subMap(9, 3));
        attempt("descending bounds", () -> map.descendingMap().subMap(3, 9));
        attempt("inside again", () -> inner.put(33, "deep"));
        System.out.println(map + " " + map.headMap(20) + " " + map.tailMap(40, false));
        inner.clear();
        System.out.println(map.keySet() + " " + inner.isEmpty() + " " + map.navigableKeySet().subSet(5, 45));
        map.entrySet().removeIf(entry -> entry.getKey() % 10 == 0);
        for (Map.Entry<Integer, String> entry : map.entrySet()) {
            entry.setValue(entry.getValue().toUpperCase());
        }
        System.out.println(map + " " + map.firstEntry() + " " + map.ceilingKey(6) + " " + map.lastEntry().getValue());

        TreeSet<String> set = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        set.addAll(Arrays.asList("pear", "fig", "apple", "kiwi", "plum", "date", "banana"));
        NavigableSet<String> four = set.subSet("plum", true, "date", true);
        System.out.println(set + " " + four + " " + four.descendingSet() + " " + set.headSet("pear") + " "
            + set.higher("date") + " " + set.floor("zzzz") + " " + set.ceiling("a"));
        Iterator<String> backwards = set.descendingIterator();
        backwards.next();
        backwards.remove();
        four.pollLast();
        System.out.println(set + " " + four.first() + " " + four.last() + " " + set.contains("PLUM"));
        attempt("element outside", () -> four.add("fig2x"));
        attempt("element inside", () -> four.add("lime"));
        System.out.println(four + " " + four.tailSet("lime", false) + " " + set.equals(new TreeSet<>(List.copyOf(set))));
        attempt("first of none", () -> new TreeSet<String>().first());
        attempt("null", () -> new TreeSet<String>().add(null));
        Iterator<Integer> keys = map.keySet().iterator();
        keys.next();
        map.put(1000, "x");
        attempt("stale iterator", keys::next);
        System.out.println(new TreeMap<>(Map.of("b", 1, "a", 2)).merge("a", 5, Integer::sum) + " "
            + new TreeMap<Integer, Integer>(Comparator.reverseOrder()) {{
                    put(1, 1);
                    put(2, 2);
                }});
    }
}
