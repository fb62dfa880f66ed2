//@ run-native
// Exercises fail-fast iterators of the standard collections, legal removals, and edits that go unnoticed.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

public class ConcurrentModification {
    private static final List<Integer> SEED = List.of(1, 2, 3, 4, 5, 6);

    public static void main(String[] args) {
        List<Collection<Integer>> kinds = List.of(new ArrayList<>(SEED), new LinkedList<>(SEED), new HashSet<>(SEED),
            new LinkedHashSet<>(SEED), new TreeSet<>(SEED), new PriorityQueue<>(SEED));
        for (Collection<Integer> kind : kinds) {
            String name = kind.getClass().getSimpleName();
            int visited = 0;
            try {
                for (Integer value : kind) {
                    visited++;
                    if (value == 3) {
                        kind.add(100);
                    }
                }
                System.out.println(name + " unnoticed after " + visited);
            } catch (ConcurrentModificationException e) {
                System.out.println(name + " failed after " + visited + " message " + e.getMessage());
            }
            for (Iterator<Integer> it = kind.iterator(); it.hasNext(); ) {
                if (it.next() % 2 == 0) {
                    it.remove();
                }
            }
            System.out.println(name + " " + kind);
            doubleRemove(kind);
        }
        penultimate();
        maps(new HashMap<>(), "HashMap");
        maps(new TreeMap<>(), "TreeMap");
        try {
            new ArrayList<>(SEED).forEach(new ArrayDeque<>(SEED)::remove);
            List<Integer> selfEditing = new ArrayList<>(SEED);
            selfEditing.forEach(n -> selfEditing.add(n));
        } catch (ConcurrentModificationException e) {
            System.out.println("forEach noticed");
        }
    }

    private static void doubleRemove(Collection<Integer> kind) {
        Iterator<Integer> it = kind.iterator();
        it.next();
        it.remove();
        try {
            it.remove();
        } catch (IllegalStateException e) {
            System.out.println("second remove refused, left " + kind.size());
        }
    }

    /** Removing while at the last but one element ends an ArrayList loop silently. */
    private static void penultimate() {
        List<String> list = new ArrayList<>(Arrays.asList("a", "b", "c"));
        for (String s : list) {
            if (s.equals("b")) {
                list.remove(s);
            }
        }
        System.out.println("silent " + list);
    }

    private static void maps(Map<String, Integer> map, String name) {
        for (String key : "q w e r t y".split(" ")) {
            map.put(key, 1);
        }
        for (String key : map.keySet()) {
            map.put(key, 2);
        }
        System.out.println(name + " value updates pass " + map);
        try {
            for (String key : map.keySet()) {
                map.remove("w");
                map.put(key + key, 3);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " structural change caught");
        }
        try {
            map.computeIfAbsent("zz", k -> {
                map.put("inner", 1);
                return 5;
            });
            System.out.println(name + " recursive update passed");
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " recursive update caught");
        }
    }
}
