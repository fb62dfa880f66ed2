//@ run-native
// Exercises the Collections algorithms: sort, shuffle with seed, rotate, search, frequency, fill, copies, and extremes.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;

public class CollectionsStatics {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            list.add(i);
        }
        Collections.shuffle(list, new Random(42));
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list)
            + " " + Collections.max(list, Comparator.comparing(i -> i % 5)));
        Collections.rotate(list, 3);
        System.out.println(list);
        Collections.rotate(list, -5);
        System.out.println(list);
        Collections.rotate(list.subList(2, 6), 1);
        Collections.swap(list, 0, 11);
        Collections.reverse(list);
        System.out.println(list);
        Collections.sort(list, Collections.reverseOrder());
        System.out.println(list + " " + Collections.binarySearch(list, 9, Collections.reverseOrder()));
        Collections.sort(list);
        System.out.println(Collections.binarySearch(list, 7) + " " + Collections.binarySearch(list, 0)
            + " " + Collections.binarySearch(list, 99));
        List<Integer> linked = new LinkedList<>(list);
        Collections.shuffle(linked, new Random(7));
        System.out.println(linked + " " + Collections.binarySearch(new LinkedList<>(list), 11));

        List<String> letters = new ArrayList<>(List.of("a", "b", "a", "c", "a", "b"));
        System.out.println(Collections.frequency(letters, "a") + " " + Collections.disjoint(letters, List.of("x", "c"))
            + " " + Collections.disjoint(letters, Set.of("q")));
        System.out.println(Collections.indexOfSubList(letters, List.of("a", "b"))
            + " " + Collections.lastIndexOfSubList(letters, List.of("a", "b"))
            + " " + Collections.indexOfSubList(letters, List.of("z")));
        System.out.println(Collections.replaceAll(letters, "a", "A") + " " + letters
            + " " + Collections.addAll(letters, "y", "z"));
        Collections.fill(letters.subList(0, 2), "-");
        Collections.copy(letters, List.of("p"));
        System.out.println(letters + " " + Collections.nCopies(3, "ab") + " " + Collections.nCopies(0, 1));
        try {
            Collections.copy(new ArrayList<>(), letters);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Collections.emptyList() + " " + Collections.singletonList(null)
            + " " + Collections.singletonMap("k", "v") + " " + Collections.emptyMap() + " " + Collections.singleton(1));

        Set<String> fromMap = Collections.newSetFromMap(new LinkedHashMap<>());
        Collections.addAll(fromMap, "x", "y", "x");
        Queue<Integer> lifo = Collections.asLifoQueue((Deque<Integer>) new LinkedList<>(List.of(1, 2)));
        lifo.add(3);
        System.out.println(fromMap + " " + lifo + " " + lifo.poll());
        List<Integer> enumerated = Collections.list(Collections.enumeration(Arrays.asList(9, 8, 7)));
        System.out.println(enumerated + " " + Collections.list(Collections.emptyEnumeration()).size());
    }
}
