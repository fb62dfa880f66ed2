//@ run-native
// Exercises WeakHashMap and IdentityHashMap with strongly held keys: map operations, null keys, identity against equality.
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;

public class WeakMaps {
    public static void main(String[] args) {
        List<String> keys = new ArrayList<>();
        WeakHashMap<String, Integer> weak = new WeakHashMap<>(4);
        for (int n = 0; n < 50; n++) {
            String key = "key" + n;
            keys.add(key);
            weak.put(key, n);
        }
        weak.put(null, -1);
        System.out.println(weak.size() + " " + weak.get("key17") + " " + weak.get(null) + " " + weak.containsKey("none")
            + " " + weak.containsValue(49));
        System.out.println(weak.remove("key3") + " " + weak.remove("key3") + " " + weak.put("key4", 400) + " "
            + weak.merge("key5", 1, Integer::sum) + " " + weak.computeIfAbsent(keys.get(3), String::length));
        Iterator<Map.Entry<String, Integer>> entries = weak.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, Integer> entry = entries.next();
            if (entry.getKey() == null || entry.getValue() % 5 != 0) {
                entries.remove();
            } else {
                entry.setValue(entry.getValue() + 1);
            }
        }
        System.out.println(new TreeMap<>(weak));
        weak.keySet().retainAll(keys.subList(0, 20));
        System.out.println(new TreeMap<>(weak) + " " + weak.equals(new TreeMap<>(weak)));
        Set<String> set = Collections.newSetFromMap(new WeakHashMap<>());
        set.addAll(keys.subList(0, 5));
        System.out.println(set.size() + " " + set.contains("key2") + " " + set.add(keys.get(0)));

        IdentityHashMap<Object, String> identity = new IdentityHashMap<>();
        String one = new String("same");
        String two = new String("same");
        identity.put(one, "first");
        identity.put(two, "second");
        identity.put(null, "null");
        identity.put(1, "cached");
        identity.put(Integer.valueOf(1), "again");
        System.out.println(identity.size() + " " + identity.get(one) + " " + identity.get(two) + " "
            + identity.get("same") + " " + identity.get(null) + " " + identity.get(1));
        System.out.println(identity.containsValue("second") + " " + identity.containsValue(new String("second")) + " "
            + identity.remove(new String("same")) + " " + identity.remove(one) + " " + identity.size());
        IdentityHashMap<List<Integer>, Integer> mutable = new IdentityHashMap<>();
        List<Integer> list = new ArrayList<>();
        mutable.put(list, 1);
        list.add(99);
        System.out.println(mutable.get(list) + " " + mutable.keySet().contains(List.of(99)) + " "
            + mutable.entrySet().iterator().next().getKey());
        for (int n = 0; n < 100; n++) {
            mutable.put(new ArrayList<>(List.of(n)), n);
        }
        mutable.keySet().removeIf(key -> key.get(0) % 2 == 0);
        System.out.println(mutable.size() + " " + mutable.values().stream().mapToInt(Integer::intValue).sum());
        weak.clear();
        System.out.println(weak + " " + weak.isEmpty() + " " + keys.size());
    }
}
