//@ run-native
// Exercises parallel streams with deterministic results: reductions, ordered collection, limits, and stateful operations.
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class ParallelStreams {
    private static boolean isPrime(int n) {
        return n > 1 && IntStream.rangeClosed(2, (int) Math.sqrt(n)).allMatch(d -> n % d != 0);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.range(0, 500).parallel().filter(ParallelStreams::isPrime).count() + " "
            + LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b) + " "
            + IntStream.range(0, 300).parallel().map(n -> n * n % 37).max().getAsInt());
        List<Integer> ordered = IntStream.range(0, 40).boxed().parallel().filter(n -> n % 3 != 0)
            .map(n -> n * 2).collect(Collectors.toList());
        System.out.println(ordered);

        List<String> words = List.of("stream", "of", "many", "words", "in", "parallel", "stays", "in", "order");
        System.out.println(words.parallelStream().map(String::toUpperCase).collect(Collectors.joining("-")) + " "
            + words.parallelStream().reduce("", String::concat) + " "
            + words.parallelStream().reduce(0, (n, word) -> n + word.length(), Integer::sum));
        StringBuilder inOrder = new StringBuilder();
        words.parallelStream().filter(word -> word.length() > 2).forEachOrdered(inOrder::append);
        System.out.println(inOrder);

        System.out.println(words.parallelStream().sorted().distinct().collect(Collectors.toList()) + " "
            + words.parallelStream().skip(2).limit(3).collect(Collectors.toList()) + " "
            + Stream.iterate(1, n -> n * 2).parallel().limit(10).reduce(Integer::sum).get());
        System.out.println(words.parallelStream().filter(word -> word.startsWith("i")).findFirst() + " "
            + words.parallelStream().anyMatch("parallel"::equals) + words.parallelStream().noneMatch(String::isEmpty)
            + " " + words.parallelStream().min(String::compareTo).get() + " "
            + words.parallelStream().max((a, b) -> Integer.compare(a.length(), b.length())).get());
        Optional<Integer> none = Stream.<Integer>empty().parallel().reduce(Integer::sum);
        System.out.println(none + " " + IntStream.range(0, 100).parallel().boxed()
            .takeWhile(n -> n < 7).collect(Collectors.toList()) + " "
            + IntStream.range(0, 12).parallel().dropWhile(n -> n < 9).boxed().collect(Collectors.toList()));

        double[] halves = IntStream.range(0, 64).parallel().mapToDouble(n -> n / 2.0).toArray();
        System.out.println(halves.length + " " + halves[63] + " " + Arrays.stream(halves).parallel().sum() + " "
            + IntStream.range(0, 50).parallel().summaryStatistics());
        int[][] table = IntStream.range(0, 4).parallel()
            .mapToObj(y -> IntStream.range(0, 4).map(x -> x * y).toArray()).toArray(int[][]::new);
        System.out.println(Arrays.deepToString(table) + " " + words.stream().parallel().sequential().isParallel());
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println("in an own pool " + pool.submit(() ->
            IntStream.range(0, 200).parallel().mapToLong(n -> n).sum()).get());
        pool.shutdown();
        try {
            words.parallelStream().forEach(word -> {
                if (word.equals("many")) {
                    throw new IllegalStateException("found " + word);
                }
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() == null || e.getMessage().contains("many"));
        }
    }
}
