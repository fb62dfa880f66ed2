//@ run-native
// Exercises TreeSet with comparators, navigation, subset views, polling, and set algebra.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

public class TreeSetOps {
    public static void main(String[] args) {
        TreeSet<Integer> set = new TreeSet<>(List.of(50, 20, 80, 10, 30, 70, 90));
        System.out.println(set + " " + set.first() + " " + set.last() + " " + set.add(20) + " " + set.add(25));
        System.out.println(set.lower(20) + " " + set.floor(24) + " " + set.ceiling(26) + " " + set.higher(90)
            + " " + set.lower(10));
        System.out.println(set.headSet(30) + " " + set.headSet(30, true) + " " + set.tailSet(70)
            + " " + set.tailSet(70, false));
        NavigableSet<Integer> middle = set.subSet(20, false, 80, true);
        System.out.println(middle + " " + middle.pollFirst() + " " + middle.pollLast() + " " + set);
        middle.add(60);
        System.out.println(middle.descendingSet() + " " + set.descendingSet().headSet(60));
        try {
            middle.add(20);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Iterator<Integer> it = set.iterator();
        while (it.hasNext()) {
            if (it.next() % 3 == 0) {
                it.remove();
            }
        }
        System.out.println(set + " " + set.pollFirst() + " " + set.size());

        TreeSet<String> byLength = new TreeSet<>(Comparator.comparingInt(String::length));
        for (String word : List.of("one", "two", "three", "four", "five", "eleven", "a")) {
            System.out.print(word + "=" + byLength.add(word) + " ");
        }
        System.out.println(byLength + " " + byLength.contains("xyz") + " " + byLength.comparator().compare("a", "bb"));
        TreeSet<String> reversed = new TreeSet<>(Comparator.reverseOrder());
        reversed.addAll(byLength);
        System.out.println(reversed + " " + reversed.first() + " " + reversed.headSet("four"));

        Set<Integer> left = new TreeSet<>(List.of(1, 2, 3, 4, 5));
        Set<Integer> right = new TreeSet<>(List.of(4, 5, 6, 7));
        Set<Integer> union = new TreeSet<>(left);
        union.addAll(right);
        Set<Integer> common = new TreeSet<>(left);
        common.retainAll(right);
        Set<Integer> difference = new TreeSet<>(left);
        difference.removeAll(right);
        System.out.println(union + " " + common + " " + difference + " " + union.containsAll(left)
            + " " + left.equals(Set.of(5, 4, 3, 2, 1)) + " " + union.hashCode());

        try {
            new TreeSet<Object>().add(new Object());
        } catch (ClassCastException e) {
            System.out.println("objects need an order");
        }
        try {
            new TreeSet<Integer>().first();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("empty " + e.getMessage());
        }
        List<String> letters = new ArrayList<>(new TreeSet<>(List.of("banana".split(""), "cherry".split("")).stream()
            .flatMap(java.util.Arrays::stream).toList()));
        System.out.println(letters);
    }
}
