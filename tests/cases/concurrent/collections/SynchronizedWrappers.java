//@ run-native
// Exercises the synchronized collection wrappers, Vector and Hashtable from several threads, with iteration under the lock.
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.Vector;

public class SynchronizedWrappers {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        Set<Integer> set = Collections.synchronizedSet(new LinkedHashSet<>());
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
        SortedMap<String, Integer> sorted = Collections.synchronizedSortedMap(new TreeMap<>());
        Vector<Integer> vector = new Vector<>();
        Hashtable<String, Integer> table = new Hashtable<>();
        StringBuffer buffer = new StringBuffer();
        int[] wrong = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int n = 0; n < 50; n++) {
                    list.add(n);
                    set.add(n % 13);
                    map.merge(n % 5, 1, Integer::sum);
                    sorted.compute("k" + n % 4, (key, value) -> value == null ? id : value + id);
                    vector.addElement(id);
                    table.merge("t" + n % 3, n, Integer::sum);
                    buffer.append((char) ('a' + id));
                    if (n % 10 == 0) {
                        synchronized (list) {
                            int counted = 0;
                            for (int value : list) {
                                counted += value >= 0 ? 1 : 0;
                            }
                            wrong[0] += counted == list.size() ? 0 : 1;
                        }
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(list.size() + " " + list.stream().mapToInt(Integer::intValue).sum() + " wrong " + wrong[0]);
        System.out.println(set.size() + " " + map + " " + sorted + " " + vector.size() + " " + new TreeMap<>(table));
        System.out.println(buffer.length() + " " + buffer.chars().filter(c -> c == 'c').count());

        Collection<String> plain = Collections.synchronizedCollection(new ArrayList<>(List.of("x", "y")));
        System.out.println(plain + " " + plain.equals(plain) + " " + plain.equals(List.of("x", "y")) + " "
            + Collections.synchronizedList(new ArrayList<>(List.of(1))).equals(List.of(1)));
        SortedMap<String, Integer> tail = sorted.tailMap("k2");
        tail.remove("k3");
        System.out.println(sorted.keySet() + " " + tail.firstKey() + " " + map.containsKey(4) + map.getOrDefault(9, -1));
        vector.setSize(3);
        vector.insertElementAt(9, 1);
        System.out.println(vector.size() + " " + vector.elementAt(1) + " " + vector.capacity());
        for (Runnable refused : new Runnable[] {() -> table.put(null, 1), () -> table.put("n", null),
            () -> vector.elementAt(4), () -> vector.setSize(-1)}) {
            try {
                refused.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
