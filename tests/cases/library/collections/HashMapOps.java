//@ run-native
// Exercises HashMap: resize order, null keys, compute family, views, entry comparators, and replace operations.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

public class HashMapOps {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "it was the best of times it was the worst of times it was the age of wisdom".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size() + " " + map.hashCode());
        System.out.println(map.put("best", 10) + " " + map.put("new", 1) + " " + map.putIfAbsent("new", 5)
            + " " + map.putIfAbsent("newer", 6));
        System.out.println(map.get("none") + " " + map.getOrDefault("none", -1) + " " + map.containsKey("it")
            + " " + map.containsValue(10));
        System.out.println(map.remove("new") + " " + map.remove("newer", 7) + " " + map.remove("newer", 6)
            + " " + map.remove("absent"));
        System.out.println(map.computeIfAbsent("len", String::length) + " " + map.computeIfAbsent("nil", k -> null)
            + " " + map.containsKey("nil"));
        System.out.println(map.computeIfPresent("len", (k, v) -> v * 100)
            + " " + map.computeIfPresent("best", (k, v) -> null) + " " + map.containsKey("best"));
        System.out.println(map.compute("age", (k, v) -> v == null ? 1 : v + 41)
            + " " + map.compute("gone", (k, v) -> null) + " " + map.merge("it", 0, (a, b) -> null));
        System.out.println(map.replace("age", 43) + " " + map.replace("age", 43, 44) + " " + map.replace("age", 43, 45)
            + " " + map.replace("zzz", 1));
        map.replaceAll((k, v) -> v + k.length());
        System.out.println(map);
        map.put(null, 7);
        map.put("nullValue", null);
        System.out.println(map.get(null) + " " + map.containsValue(null) + " " + map.containsKey(null)
            + " " + map.getOrDefault("nullValue", 9));

        views(map);
        Map<Integer, String> numbers = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            numbers.put(i * 17 - 100, "v" + i);
        }
        System.out.println(numbers.keySet());
        Map<Long, Integer> longs = new HashMap<>(2, 0.5f);
        for (long i = 1; i < 1L << 40; i <<= 3) {
            longs.put(i, Long.bitCount(i));
        }
        System.out.println(longs + " " + longs.equals(new HashMap<>(longs)));
    }

    private static void views(Map<String, Integer> map) {
        map.values().removeIf(Objects::isNull);
        map.keySet().remove(null);
        System.out.println(map.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Object::toString)
            .collect(Collectors.joining(";")));
        System.out.println(map.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey).collect(Collectors.joining(";")));
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            entry.setValue(-entry.getValue());
        }
        for (Iterator<String> it = map.keySet().iterator(); it.hasNext(); ) {
            if (it.next().length() > 3) {
                it.remove();
            }
        }
        List<Integer> values = new ArrayList<>(map.values());
        System.out.println(map + " " + values + " " + map.entrySet().contains(Map.entry("was", -6)));
        try {
            map.keySet().add("x");
        } catch (UnsupportedOperationException e) {
            System.out.println("keySet cannot add");
        }
    }
}
