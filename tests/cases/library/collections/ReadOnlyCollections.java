//@ run-native
// Exercises unmodifiable, checked, synchronized, and immutable factory collections and the operations they refuse.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

public class ReadOnlyCollections {
    public static void main(String[] args) {
        List<String> backing = new ArrayList<>(List.of("a", "b"));
        List<String> view = Collections.unmodifiableList(backing);
        List<String> copy = List.copyOf(backing);
        backing.add("c");
        System.out.println(view + " " + copy + " " + (List.copyOf(copy) == copy) + " " + view.equals(backing));

        refuse("unmodifiable add", () -> view.add("x"));
        refuse("unmodifiable iterator remove", () -> removeFirst(view));
        refuse("unmodifiable sort", () -> view.sort(null));
        refuse("List.of add", () -> List.of(1).add(2));
        refuse("List.of set", () -> List.of(1, 2, 3).set(0, 9));
        refuse("List.of remove", () -> List.of(1).remove(0));
        refuse("List.of null", () -> List.of("a", null));
        refuse("List.of contains null", () -> List.of("a").contains(null));
        refuse("Set.of duplicate", () -> Set.of("d", "e", "d"));
        refuse("Map.of duplicate", () -> Map.of("k", 1, "k", 2));
        refuse("Map.of put", () -> Map.of().put("a", 1));
        refuse("Map.entry setValue", () -> Map.entry("a", 1).setValue(2));
        refuse("asList add", () -> Arrays.asList(1, 2).add(3));
        refuse("nCopies add", () -> Collections.nCopies(2, 1).add(1));
        refuse("singleton remove", () -> removeFirst(Collections.singletonList(5)));
        refuse("emptyList add", () -> Collections.emptyList().add(null));
        refuse("unmodifiable entry", () -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).entrySet()
            .iterator().next().setValue(3));
        refuse("List.of get", () -> List.of(1, 2).get(2));
        refuse("stream toList add", () -> List.of(1).stream().toList().add(2));

        checked();
        Map<String, Integer> sync = Collections.synchronizedMap(new LinkedHashMap<>());
        sync.put("one", 1);
        sync.merge("one", 5, Integer::sum);
        System.out.println(sync + " " + Collections.synchronizedList(new ArrayList<>(List.of(3, 4))).indexOf(4));
        System.out.println(Set.of(1, 2, 3).contains(2) + " " + Set.of().isEmpty() + " " + Map.of("a", 1).get("b")
            + " " + new TreeSet<>(Set.of(3, 1, 2)) + " " + Set.of(4, 5).hashCode());
        System.out.println(List.of(1, 2, 3).hashCode() + " " + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
            + " " + List.of().equals(new ArrayList<>()) + " " + Map.ofEntries(Map.entry("k", "v")));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void checked() {
        Collection raw = Collections.checkedList(new ArrayList<>(), String.class);
        raw.add("fine");
        refuse("checked add", () -> raw.add(42));
        Map rawMap = Collections.checkedMap(new HashMap<>(), String.class, Integer.class);
        refuse("checked map value", () -> rawMap.put("k", "v"));
        System.out.println(raw + " " + rawMap);
    }

    private static void removeFirst(List<?> list) {
        var it = list.iterator();
        it.next();
        it.remove();
    }

    private static void refuse(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": allowed");
        } catch (NullPointerException e) {
            System.out.println(label + ": NullPointerException");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e);
        }
    }
}
