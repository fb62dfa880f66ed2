//@ run-native
// Exercises stable object sorting and comparator chains: thenComparing, reversed, nulls ordering, and key extractors.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

public class StableSorts {
    private record Person(String name, int age, double height, String city) { }

    public static void main(String[] args) {
        List<Person> people = List.of(
            new Person("Dana", 31, 1.70, "Oslo"), new Person("Abel", 25, 1.82, "Rome"),
                new Person("Cleo", 31, 1.65, null),
            new Person("Bert", 25, 1.82, "Oslo"), new Person("Evan", 40, 1.65, "Rome"),
                new Person("abba", 31, 1.70, "Lima"));
        show(people, Comparator.comparing(Person::name));
        show(people, Comparator.comparing(Person::name, String.CASE_INSENSITIVE_ORDER));
        show(people, Comparator.comparingInt(Person::age));
        show(people, Comparator.comparingInt(Person::age).reversed());
        show(people, Comparator.comparingInt(Person::age).thenComparing(Person::name));
        show(people, Comparator.comparingDouble(Person::height).thenComparing(Person::age, Comparator.reverseOrder())
            .thenComparing(Person::name));
        show(people, Comparator.comparing(Person::city, Comparator.nullsFirst(Comparator.naturalOrder())));
        show(people, Comparator.comparing(Person::city, Comparator.nullsLast(Comparator.reverseOrder()))
            .thenComparingInt(Person::age));
        show(people, (a, b) -> 0);
        show(people, Collections.reverseOrder(Comparator.comparing(Person::name)));
        show(people, Comparator.comparingLong((Person p) -> p.name().hashCode() % 5)
            .thenComparingDouble(Person::height));

        System.out.println(people.stream().max(Comparator.comparingDouble(Person::height)).get().name()
            + " " + people.stream().min(Comparator.comparingDouble(Person::height)).get().name()
            + " " + Collections.max(people, Comparator.comparingInt(Person::age)).name());

        int[][] pairs = {{3, 1}, {1, 2}, {3, 0}, {2, 9}, {1, 1}, {2, 8}};
        Arrays.sort(pairs, (a, b) -> Integer.compare(a[0], b[0]));
        System.out.println(Arrays.deepToString(pairs));
        Arrays.sort(pairs, Comparator.<int[]>comparingInt(p -> p[0]).thenComparingInt(p -> p[1]));
        System.out.println(Arrays.deepToString(pairs));

        List<String> words = new ArrayList<>(List.of("delta", "Alpha", "charlie", "bravo", "Echo"));
        words.sort(null);
        System.out.println(words);
        words.sort(Comparator.comparing(w -> w.charAt(w.length() - 1)));
        System.out.println(words);
        Object[] mixed = {"a", 1};
        try {
            Arrays.sort(mixed);
        } catch (ClassCastException e) {
            System.out.println("mixed arrays cannot be sorted");
        }
        try {
            Collections.sort(Arrays.asList("x", null, "y"));
        } catch (NullPointerException e) {
            System.out.println("null has no natural order");
        }
    }

    private static void show(List<Person> people, Comparator<Person> order) {
        System.out.println(people.stream().sorted(order).map(Person::name).collect(Collectors.joining(" ")));
    }
}
