//@ run-native
// Exercises larger stream pipelines end to end: word counts, a matrix product, permutations, and a small report.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class StreamPrograms {
    private static final String TEXT = "The cat sat on the mat. "
        + "The dog sat on the log! Did the cat see the dog? No, the cat slept.";

    public static void main(String[] args) {
        Map<String, Long> counts = Arrays.stream(TEXT.toLowerCase(Locale.ROOT).split("\\W+"))
            .collect(Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting()));
        System.out.println(counts);
        System.out.println(counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
            .limit(4).map(e -> e.getKey() + ":" + e.getValue()).collect(Collectors.joining(" ")));

        int[][] left = {{1, 2, 3}, {4, 5, 6}};
        int[][] right = {{7, 8}, {9, 10}, {11, 12}};
        int[][] product = Arrays.stream(left)
            .map(row -> IntStream.range(0, right[0].length)
                .map(c -> IntStream.range(0, row.length).map(k -> row[k] * right[k][c]).sum()).toArray())
            .toArray(int[][]::new);
        System.out.println(Arrays.deepToString(product));

        List<String> permutations = permutations(List.of("a", "b", "c", "d")).map(p -> String.join("", p)).toList();
        System.out.println(permutations.size() + " " + permutations.get(0) + " " + permutations.get(13)
            + " " + permutations.get(23));
        System.out.println(IntStream.rangeClosed(1, 20).boxed()
            .flatMap(a -> IntStream.rangeClosed(a, 20).boxed().flatMap(b -> {
                int c = (int) Math.sqrt(a * a + b * b);
                return c * c == a * a + b * b && c <= 20 ? Stream.of(a + "-" + b + "-" + c) : Stream.empty();
            })).toList());
        System.out.println(IntStream.rangeClosed(1, 15).mapToObj(i -> i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz"
            : i % 3 == 0 ? "Fizz" : "" + i).collect(Collectors.joining(" ")));
        System.out.println(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]}).limit(15)
            .map(f -> f[0]).toList());

        record Sale(String region, int quarter, double amount) { }
        List<Sale> sales = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            sales.add(new Sale(List.of("north", "south", "east").get(i % 3), i / 3 + 1, 100 + i * 17.5));
        }
        Map<String, Map<Integer, Double>> report = sales.stream()
            .collect(Collectors.groupingBy(Sale::region, TreeMap::new,
            Collectors.groupingBy(Sale::quarter, TreeMap::new, Collectors.summingDouble(Sale::amount))));
        report.forEach((region, quarters) -> System.out.println(String.format(Locale.ROOT, "%-6s", region)
            + quarters.values().stream().map(v -> String.format(Locale.ROOT, "%8.2f", v))
                .collect(Collectors.joining())));
        System.out.println(sales.stream().max(Comparator.comparingDouble(Sale::amount)).orElseThrow());
    }

    private static Stream<List<String>> permutations(List<String> items) {
        if (items.isEmpty()) {
            return Stream.of(List.of());
        }
        return items.stream().flatMap(head -> {
            List<String> rest = items.stream().filter(i -> !i.equals(head)).toList();
            return permutations(rest).map(tail -> Stream.concat(Stream.of(head), tail.stream()).toList());
        });
    }
}
