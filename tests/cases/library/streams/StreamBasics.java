//@ run-native
// Exercises the core stream operations: map, filter, reduce, flatMap, sorted, distinct, limit, skip, match and find.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class StreamBasics {
    public static void main(String[] args) {
        List<String> words = List.of("stream", "of", "words", "with", "some", "of", "them", "twice", "with");
        System.out.println(words.stream().map(String::length).toList());
        System.out.println(words.stream().filter(w -> w.length() > 4).collect(Collectors.toList()));
        System.out.println(words.stream().distinct().sorted().collect(Collectors.joining(",", "[", "]")));
        System.out.println(words.stream().sorted(Comparator.comparing(String::length)
            .thenComparing(Comparator.reverseOrder())).toList());
        System.out.println(words.stream().skip(2).limit(3).toList() + " " + words.stream().skip(99).count());
        System.out.println(words.stream().reduce("", (a, b) -> a + b.charAt(0))
            + " " + words.stream().map(String::length).reduce(Integer::max).get());
        System.out.println(words.stream().reduce(0, (n, w) -> n + w.length(), Integer::sum));
        System.out.println(words.stream().flatMap(w -> Arrays.stream(w.split(""))).distinct()
            .collect(Collectors.joining()));
        System.out.println(words.stream().anyMatch("of"::equals) + " " + words.stream().allMatch(w -> w.length() > 1)
            + " " + words.stream().noneMatch(String::isEmpty));
        System.out.println(words.stream().findFirst().get() + " " + Stream.empty().findAny().isPresent()
            + " " + Stream.of(1).allMatch(i -> false) + " " + Stream.empty().allMatch(i -> false));
        System.out.println(words.stream().min(Comparator.naturalOrder()).get()
            + " " + words.stream().max(Comparator.comparing(String::length)).get());
        System.out.println(Stream.iterate(1, i -> i * 3).limit(8).toList()
            + " " + Stream.iterate(1, i -> i < 100, i -> i * 2).toList());
        System.out.println(Stream.of(1, 3, 5, 6, 7, 9).takeWhile(i -> i % 2 == 1).toList()
            + " " + Stream.of(1, 3, 5, 6, 7, 9).dropWhile(i -> i % 2 == 1).toList());
        System.out.println(Stream.concat(Stream.of("a"), Stream.of("b", "c")).toList()
            + " " + Stream.ofNullable(null).count() + " " + Stream.ofNullable(4).count());
        List<Integer> expanded = Stream.of(1, 2, 3).<Integer>mapMulti((n, sink) -> {
            for (int i = 0; i < n; i++) {
                sink.accept(n * 10 + i);
            }
        }).toList();
        System.out.println(expanded);
        System.out.println(Stream.of("x", "yy").mapToInt(String::length).sum()
            + " " + Stream.of(List.of(1, 2), List.of(), List.of(3)).flatMap(List::stream).toList());
        System.out.println(Arrays.toString(words.stream().map(w -> w.toUpperCase(Locale.ROOT)).toArray(String[]::new)));
        System.out.println(Stream.<String>builder().add("p").add("q").build()
            .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append).reverse());

        List<Integer> sink = new ArrayList<>();
        Stream.of(5, 4, 3).forEachOrdered(sink::add);
        words.stream().mapToInt(String::length).forEach(sink::add);
        System.out.println(sink + " " + Collections.max(sink));
        Stream<Integer> used = sink.stream();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of(1, 2).limit(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        StringBuilder closed = new StringBuilder();
        try (Stream<Integer> closing = Stream.of(1, 2).onClose(() -> closed.append("first "))
            .onClose(() -> closed.append("second"))) {
            System.out.println(closing.mapToInt(i -> i).sum());
        }
        System.out.println(closed);
    }
}
