//@ run-native
// Exercises the Collectors: grouping, partitioning, toMap with merge, teeing, summarizing, and nested composition.
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class StreamCollectors {
    enum Kind { FRUIT, ROOT, LEAF }

    record Item(String name, Kind kind, int price, List<String> tags) { }

    private static final List<Item> ITEMS = List.of(
        new Item("apple", Kind.FRUIT, 30, List.of("red", "sweet")),
            new Item("carrot", Kind.ROOT, 12, List.of("orange")),
        new Item("pear", Kind.FRUIT, 45, List.of("green", "sweet")), new Item("kale", Kind.LEAF, 25, List.of("green")),
        new Item("beet", Kind.ROOT, 18, List.of("red", "earthy")), new Item("plum", Kind.FRUIT, 30, List.of()));

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        show(Collectors.groupingBy(Item::kind, TreeMap::new, Collectors.mapping(Item::name, Collectors.toList())));
        show(Collectors.groupingBy(Item::kind, () -> new EnumMap<>(Kind.class), Collectors.counting()));
        show(Collectors.groupingBy(Item::price, TreeMap::new, Collectors.mapping(Item::name, Collectors.joining("+"))));
        show(Collectors.groupingBy(i -> i.name().length(), Collectors.summingInt(Item::price)));
        show(Collectors.partitioningBy(i -> i.price() > 25, Collectors.averagingInt(Item::price)));
        show(Collectors.partitioningBy(i -> i.price() > 999));
        show(Collectors.toMap(Item::name, Item::price, Integer::sum, LinkedHashMap::new));
        show(Collectors.toMap(Item::kind, Function.identity(), (a, b) -> a.price() < b.price() ? a : b, TreeMap::new));
        show(Collectors.teeing(Collectors.counting(), Collectors.summingInt(Item::price), (n, sum) -> sum + "/" + n));
        show(Collectors.collectingAndThen(Collectors.toList(), List::size));
        show(Collectors.minBy(Comparator.comparingInt(Item::price)));
        show(Collectors.reducing(0, Item::price, Integer::max));
        show(Collectors.groupingBy(Item::kind, TreeMap::new,
            Collectors.filtering(i -> i.price() > 20, Collectors.counting())));
        show(Collectors.groupingBy(Item::kind, TreeMap::new,
            Collectors.flatMapping(i -> i.tags().stream(), Collectors.toCollection(TreeSet::new))));
        show(Collectors.groupingBy(Item::kind, TreeMap::new,
            Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Item::price)), o -> o.get().name())));
        show(Collectors.groupingBy(Item::kind, TreeMap::new,
            Collectors.partitioningBy(i -> i.tags().contains("red"),
            Collectors.mapping(Item::name, Collectors.toCollection(LinkedHashSet::new)))));

        IntSummaryStatistics stats = ITEMS.stream().collect(Collectors.summarizingInt(Item::price));
        System.out.println(stats + " " + stats.getMax()
            + " " + ITEMS.stream().collect(Collectors.averagingDouble(i -> i.price() / 3.0)));
        System.out.println(Stream.<Integer>empty().collect(Collectors.summarizingDouble(i -> i)));
        try {
            ITEMS.stream().collect(Collectors.toMap(Item::kind, Item::name));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Map<String, Integer> frozen = ITEMS.stream().collect(Collectors.toUnmodifiableMap(Item::name, Item::price));
        Set<Kind> kinds = ITEMS.stream().map(Item::kind).collect(Collectors.toUnmodifiableSet());
        System.out.println(new TreeMap<>(frozen) + " " + new TreeSet<>(kinds));
        Collector<String, StringBuilder, String> acronym = Collector.of(StringBuilder::new,
            (sb, s) -> sb.append(Character.toUpperCase(s.charAt(0))), StringBuilder::append, StringBuilder::toString);
        System.out.println(ITEMS.stream().map(Item::name).collect(acronym) + " " + acronym.characteristics());
    }

    private static void show(Collector<Item, ?, ?> collector) {
        System.out.println(ITEMS.stream().collect(collector));
    }
}
