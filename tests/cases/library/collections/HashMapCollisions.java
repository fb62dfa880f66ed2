//@ run-native
// Exercises HashMap bins that collide heavily, so that they become trees and shrink back to lists.
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

public class HashMapCollisions {
    public static void main(String[] args) {
        exercise("comparable", true);
        exercise("plain", false);
        stringCollisions();
    }

    private static void exercise(String label, boolean comparable) {
        Map<Object, Integer> map = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            map.put(key(comparable, i), i);
        }
        long sum = 0;
        for (int i = 0; i < 400; i++) {
            sum = sum * 7 + map.get(key(comparable, i));
        }
        System.out.println(label + " size=" + map.size() + " sum=" + sum + " miss=" + map.get(key(comparable, 999)));
        for (int i = 0; i < 400; i += 2) {
            sum += map.remove(key(comparable, i));
        }
        System.out.println(map.size() + " " + sum + " " + map.containsKey(key(comparable, 2))
            + " " + map.containsKey(key(comparable, 3)));
        for (int i = 0; i < 400; i++) {
            map.merge(key(comparable, i), 1000, Integer::sum);
        }
        long total = 0;
        for (int value : map.values()) {
            total += value;
        }
        System.out.println(map.size() + " " + total);
        map.keySet().removeIf(k -> ((Keyed) k).id() > 4);
        System.out.println(map.size() + " " + map.get(key(comparable, 4)) + " " + map.get(key(comparable, 5)));
        for (int i = 0; i < 20; i++) {
            final int id = i;
            map.computeIfAbsent(key(comparable, i), k -> -id);
        }
        int signature = 0;
        for (int i = 0; i < 20; i++) {
            signature = signature * 31 + map.get(key(comparable, i));
        }
        System.out.println(map.size() + " " + signature);
    }

    private static void stringCollisions() {
        Set<String> words = new HashSet<>();
        grow(words, "", 8);
        int hash = words.iterator().next().hashCode();
        System.out.println(words.size() + " " + words.stream().allMatch(w -> w.hashCode() == hash));
        System.out.println(words.contains("AaAaBBBBAaAaAaAa") + " " + words.contains("AaAaBBBBAaAaAaAb"));
        words.removeIf(w -> w.startsWith("Aa"));
        System.out.println(words.size() + " " + words.stream().sorted().findFirst().get());
    }

    private static void grow(Set<String> words, String prefix, int pairs) {
        if (pairs == 0) {
            words.add(prefix);
            return;
        }
        grow(words, prefix + "Aa", pairs - 1);
        grow(words, prefix + "BB", pairs - 1);
    }

    private static Object key(boolean comparable, int id) {
        return comparable ? new OrderedKey(id) : new PlainKey(id);
    }

    private interface Keyed {
        int id();
    }

    /** All keys share two hash values, so bins fill up far beyond the treeify threshold. */
    private record PlainKey(int id) implements Keyed {
        @Override
        public int hashCode() {
            return id & 1;
        }
    }

    private record OrderedKey(int id) implements Keyed, Comparable<OrderedKey> {
        @Override
        public int hashCode() {
            return (id & 1) << 16;
        }

        @Override
        public int compareTo(OrderedKey other) {
            return Integer.compare(id, other.id);
        }
    }
}
