//@ run-native
// Exercises IdentityHashMap, WeakHashMap, Hashtable, SimpleEntry and custom AbstractMap and AbstractList classes.
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

public class SpecialMaps {
    public static void main(String[] args) {
        Map<String, Integer> identity = new IdentityHashMap<>();
        String first = new String("key");
        String second = new String("key");
        identity.put(first, 1);
        identity.put(second, 2);
        identity.put("key", 3);
        identity.put("key", 4);
        System.out.println(identity.size() + " " + identity.get(first) + identity.get(second) + identity.get("key")
            + " " + identity.get(new String("key")));
        System.out.println(identity.remove(new String("key")) + " " + identity.remove(second) + " " + identity.size()
            + " " + identity.containsValue(4));
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 100; i++) {
            seen.add(new Object());
        }
        System.out.println(seen.size() + " " + seen.contains(new Object()));

        WeakHashMap<Object, String> weak = new WeakHashMap<>();
        List<Object> held = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Integer key = 1000 + i;
            held.add(key);
            weak.put(key, "v" + i);
        }
        weak.put(null, "nil");
        System.out.println(weak.size() + " " + weak.get(1007) + " " + weak.get(null) + " " + weak.remove(1008)
            + " " + weak.containsKey(1008) + " " + held.size());

        Hashtable<String, Integer> table = new Hashtable<>();
        table.put("a", 1);
        table.put("b", 2);
        table.put("c", 3);
        System.out.println(table + " " + Collections.list(table.keys()) + " " + table.contains(2)
            + " " + table.hashCode());
        try {
            table.put("d", null);
        } catch (NullPointerException e) {
            System.out.println("Hashtable rejects null");
        }

        AbstractMap.SimpleEntry<String, Integer> entry = new AbstractMap.SimpleEntry<>("k", 1);
        System.out.println(entry.setValue(2) + " " + entry + " " + entry.hashCode()
            + " " + entry.equals(Map.entry("k", 2)) + " " + new AbstractMap.SimpleImmutableEntry<>("i", null));
        Squares squares = new Squares(8);
        System.out.println(squares + " " + squares.indexOf(25) + " " + squares.contains(26)
            + " " + squares.subList(2, 5) + " " + squares.hashCode()
            + " " + squares.equals(List.of(0, 1, 4, 9, 16, 25, 36, 49)));
        Reverser reverser = new Reverser(List.of("abc", "de"));
        System.out.println(reverser + " " + reverser.get("de") + " " + reverser.containsValue("cba")
            + " " + reverser.keySet() + " " + reverser.values()
            + " " + reverser.equals(Map.of("abc", "cba", "de", "ed")));
        try {
            reverser.put("x", "y");
        } catch (UnsupportedOperationException e) {
            System.out.println("AbstractMap put unsupported");
        }
    }

    private static final class Squares extends AbstractList<Integer> {
        private final int size;

        Squares(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            return index * index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static final class Reverser extends AbstractMap<String, String> {
        private final Set<Map.Entry<String, String>> entries = new LinkedHashSet<>();

        Reverser(List<String> words) {
            words.forEach(w -> entries.add(Map.entry(w, new StringBuilder(w).reverse().toString())));
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return entries;
        }
    }
}
