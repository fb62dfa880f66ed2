//@ run-native
// Exercises collectors on parallel streams: grouping, partitioning, concurrent grouping, and collectors of our own.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelCollect {
    record Person(String name, String city, int age) { }

    public static void main(String[] args) {
        String[] cities = {"Oslo", "Rome", "Lima"};
        List<Person> people = IntStream.range(0, 60)
            .mapToObj(n -> new Person("p" + n, cities[n % 3], 20 + n * 7 % 50)).collect(Collectors.toList());

        System.out.println("ages " + people.parallelStream().collect(Collectors.groupingBy(Person::city, TreeMap::new,
            Collectors.averagingInt(Person::age))));
        System.out.println(people.parallelStream().collect(Collectors.partitioningBy(p -> p.age() > 40,
            Collectors.counting())));
        System.out.println("young " + people.parallelStream().filter(p -> p.age() < 24)
            .collect(Collectors.groupingBy(Person::city, TreeMap::new,
                Collectors.mapping(Person::name, Collectors.joining("+")))));
        ConcurrentMap<String, Long> concurrent = people.parallelStream()
            .collect(Collectors.groupingByConcurrent(Person::city, ConcurrentSkipListMap::new, Collectors.counting()));
        System.out.println(concurrent);
        ConcurrentMap<Integer, List<String>> lists = people.parallelStream()
            .collect(Collectors.groupingByConcurrent(p -> p.age() / 10, ConcurrentSkipListMap::new,
                Collectors.mapping(Person::name, Collectors.toList())));
        lists.values().forEach(Collections::sort);
        System.out.println(lists.get(2));
        System.out.println(new TreeMap<>(people.parallelStream().collect(
            Collectors.toConcurrentMap(p -> p.city().charAt(0), Person::age, Integer::sum))));
        Map<Boolean, TreeSet<String>> sets = people.parallelStream().collect(Collectors.partitioningBy(
            p -> p.city().equals("Rome"), Collectors.mapping(Person::city, Collectors.toCollection(TreeSet::new))));
        System.out.println(sets);

        Collector<Integer, int[], String> minMaxSum = Collector.of(
            () -> new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, 0},
            (box, n) -> {
                box[0] = Math.min(box[0], n);
                box[1] = Math.max(box[1], n);
                box[2] += n;
            },
            (a, b) -> new int[] {Math.min(a[0], b[0]), Math.max(a[1], b[1]), a[2] + b[2]},
            box -> box[0] + ".." + box[1] + " sum " + box[2]);
        System.out.println(people.parallelStream().map(Person::age).collect(minMaxSum));
        Collector<Integer, List<Integer>, Integer> shared = Collector.of(
            () -> Collections.synchronizedList(new ArrayList<>()), List::add, (a, b) -> {
                a.addAll(b);
                return a;
            }, List::size, Collector.Characteristics.CONCURRENT, Collector.Characteristics.UNORDERED);
        System.out.println(IntStream.range(0, 500).boxed().parallel().collect(shared) + " " + shared.characteristics()
            .containsAll(Set.of(Collector.Characteristics.CONCURRENT)));
        System.out.println("letters " + IntStream.range(0, 30).parallel().collect(StringBuilder::new,
            (text, n) -> text.append((char) ('a' + n % 26)), StringBuilder::append));
        System.out.println("both " + people.parallelStream().collect(Collectors.teeing(Collectors.counting(),
            Collectors.summingInt(Person::age), (count, sum) -> count + " people, " + sum + " years")));
    }
}
