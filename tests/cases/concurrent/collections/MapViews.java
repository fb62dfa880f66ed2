//@ run-native
// Exercises the views of ConcurrentHashMap: key sets with a default value, weakly consistent iterators, and live entry sets.
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

public class MapViews {
    public static void main(String[] args) throws InterruptedException {
        Set<String> set = ConcurrentHashMap.newKeySet();
        Thread[] threads = new Thread[3];
        int[] added = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 60; n++) {
                    added[id] += set.add("k" + n % 40) ? 1 : 0;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("added once each " + (added[0] + added[1] + added[2]) + " size " + set.size());

        ConcurrentHashMap<String, Boolean> seen = new ConcurrentHashMap<>();
        ConcurrentHashMap.KeySetView<String, Boolean> view = seen.keySet(Boolean.TRUE);
        System.out.println(view.add("a") + " " + view.add("a") + " " + view.addAll(List.of("b", "c")) + " "
            + new TreeMap<>(seen) + " " + view.getMappedValue());
        try {
            seen.keySet().add("d");
        } catch (UnsupportedOperationException e) {
            System.out.println("a plain key set has no value to add");
        }

        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        for (int n = 0; n < 10; n++) {
            map.put(n, "v" + n);
        }
        Iterator<Map.Entry<Integer, String>> entries = map.entrySet().iterator();
        Thread remover = new Thread(() -> {
            for (int n = 5; n < 10; n++) {
                map.remove(n);
            }
        });
        Map.Entry<Integer, String> first = entries.next();
        remover.start();
        remover.join();
        first.setValue("changed");
        TreeSet<Integer> visited = new TreeSet<>();
        while (entries.hasNext()) {
            visited.add(entries.next().getKey());
        }
        System.out.println("no exception, early keys all visited " + visited.containsAll(List.of(1, 2, 3, 4))
            + " " + map.get(0) + " " + map.size());
        map.keySet().retainAll(Set.of(1, 3, 4));
        map.values().remove("v4");
        System.out.println(map + " " + map.entrySet().contains(Map.entry(3, "v3")) + " "
            + map.entrySet().remove(Map.entry(3, "other")));
        Enumeration<Integer> keys = map.keys();
        int sum = 0;
        while (keys.hasMoreElements()) {
            sum += keys.nextElement();
        }
        System.out.println("sum of keys " + sum + " elements " + map.elements().nextElement() + " "
            + map.contains("v1") + map.containsValue("v2"));
        ConcurrentHashMap<Integer, String> copy = new ConcurrentHashMap<>(map);
        System.out.println(copy.equals(map) + " " + (copy.hashCode() == map.hashCode()) + " "
            + map.keySet().equals(Set.of(1, 3)) + " " + copy.toString());
        map.clear();
        System.out.println(map + " " + copy.size() + " " + map.getOrDefault(1, "none"));
        try {
            map.computeIfAbsent(1, key -> map.computeIfAbsent(1, again -> "inner"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
