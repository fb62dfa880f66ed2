//@ run-native
// Exercises the wrappers of Collections: checked, unmodifiable, empty, singleton and copies views, and what each refuses.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

public class CollectionWrappers {
    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName()
                + (e instanceof ClassCastException ? " " + e.getMessage() : ""));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        List<String> checked = Collections.checkedList(new ArrayList<>(), String.class);
        checked.add("fine");
        attempt("raw add", () -> ((List) checked).add(5));
        attempt("raw addAll", () -> ((List) checked).addAll(List.of("ok", 6)));
        attempt("replace", () -> ((List) checked).replaceAll(s -> 7));
        Map<String, Integer> checkedMap = Collections.checkedMap(new HashMap<>(), String.class, Integer.class);
        attempt("value", () -> ((Map) checkedMap).put("key", "value"));
        attempt("key", () -> ((Map) checkedMap).put(1, 2));
        System.out.println(checked + " " + checkedMap);

        List<Integer> base = new ArrayList<>(List.of(3, 1, 2));
        List<Integer> view = Collections.unmodifiableList(base);
        base.add(4);
        System.out.println(view + " " + view.equals(base) + " " + List.copyOf(base).equals(view));
        attempt("view add", () -> view.add(5));
        attempt("view sort", () -> view.sort(null));
        attempt("view iterator", () -> view.iterator().remove());
        attempt("view sublist", () -> view.subList(0, 2).clear());
        NavigableMap<Integer, String> tree = Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of(1, "a", 2, "b")));
        attempt("poll", tree::pollFirstEntry);
        attempt("entry", () -> tree.firstEntry().setValue("x"));
        attempt("entry set", () -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).entrySet().iterator().next()
            .setValue(3));
        System.out.println(tree.headMap(2) + " " + tree.descendingMap() + " " + tree.ceilingEntry(2));

        attempt("immutable null", () -> List.of("a", null));
        attempt("immutable contains null", () -> List.of("a").contains(null));
        attempt("duplicate", () -> Set.of(1, 1));
        attempt("duplicate key", () -> Map.of(1, 2, 1, 3));
        attempt("empty add", () -> Collections.emptyList().add(null));
        attempt("empty addAll of nothing", () -> Collections.emptyList().addAll(List.of()));
        attempt("singleton remove", () -> Collections.singletonList(1).remove(0));
        attempt("copies set", () -> Collections.nCopies(3, "x").set(0, "y"));
        attempt("asList set", () -> Arrays.asList(1, 2).set(0, 9));
        attempt("asList add", () -> Arrays.asList(1, 2).add(9));
        System.out.println(Collections.nCopies(3, "ab") + " " + Collections.singletonMap("k", null) + " "
            + Collections.emptyMap().equals(Map.of()) + " " + Collections.emptySet() + Collections.singleton(null));

        List<Integer> numbers = new ArrayList<>(List.of(5, 3, 8, 1, 9, 2));
        Collections.rotate(numbers, 2);
        System.out.print(numbers + " ");
        Collections.swap(numbers, 0, 5);
        Collections.reverse(numbers);
        System.out.print(numbers + " " + Collections.max(numbers) + Collections.min(numbers, Comparator.reverseOrder()) + " ");
        Collections.sort(numbers);
        System.out.println(numbers + " " + Collections.binarySearch(numbers, 8) + " " + Collections.binarySearch(numbers, 4)
            + " " + Collections.frequency(List.of(1, 2, 1), 1) + " " + Collections.disjoint(numbers, Set.of(4, 6)));
        Collections.replaceAll(numbers, 9, 1);
        Collections.fill(numbers.subList(1, 3), 0);
        System.out.println(numbers + " " + Collections.indexOfSubList(numbers, List.of(0, 0)) + " "
            + Collections.lastIndexOfSubList(numbers, List.of(1)) + " " + Collections.addAll(numbers, 7, 7) + " "
            + new TreeSet<>(Collections.list(Collections.enumeration(numbers))));
        Collection<Integer> lifo = Collections.asLifoQueue(new java.util.ArrayDeque<>(List.of(1)));
        lifo.add(2);
        Set<String> linked = Collections.newSetFromMap(new LinkedHashMap<>());
        Collections.addAll(linked, "z", "a", "z");
        System.out.println(lifo + " " + linked + " " + Collections.unmodifiableCollection(lifo).equals(lifo));
    }
}
