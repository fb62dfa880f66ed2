//@ run-native
// Exercises IntStream, LongStream and DoubleStream: ranges, boxing, statistics, conversions, and empty results.
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class PrimitiveStreams {
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        System.out.println(IntStream.range(0, 10).sum() + " " + IntStream.rangeClosed(1, 10).sum()
            + " " + IntStream.range(5, 5).count() + " " + IntStream.range(9, 3).count());
        System.out.println(IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b)
            + " " + LongStream.rangeClosed(1, 20).reduce((a, b) -> a * b).getAsLong());
        System.out.println(IntStream.of(5, 2, 8, 2).sorted().boxed().toList()
            + " " + IntStream.of(5, 2, 8, 2).distinct().mapToObj(Integer::toString).collect(Collectors.joining("|")));
        System.out.println(IntStream.of(1, 2, 3, 4).average() + " " + IntStream.empty().average()
            + " " + IntStream.empty().max() + " " + IntStream.of(4).min());
        System.out.println(IntStream.rangeClosed(1, 6).summaryStatistics());
        System.out.println(LongStream.of(1L << 40, -5).summaryStatistics());
        System.out.println(DoubleStream.of(1.5, 2.5, 3.5).summaryStatistics());
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7).sum()
            + " " + DoubleStream.of(1e100, 1, -1e100).sum() + " " + DoubleStream.empty().sum());
        System.out.println(DoubleStream.iterate(1, d -> d / 2).limit(6).boxed().toList()
            + " " + DoubleStream.of(3, 1, Double.NaN, 2).max());
        System.out.println(IntStream.range(0, 5).mapToLong(i -> (long) i << 33).sum()
            + " " + IntStream.range(1, 4).mapToDouble(i -> 1.0 / i).sum()
            + " " + IntStream.range(0, 3).asDoubleStream().boxed().toList());
        System.out.println(DoubleStream.of(1.9, -2.9, 1e12).mapToInt(d -> (int) d).boxed().toList()
            + " " + LongStream.of(3_000_000_000L).mapToInt(l -> (int) l).sum());
        System.out.println(IntStream.iterate(7, i -> i != 1, i -> i % 2 == 0 ? i / 2 : 3 * i + 1).boxed().toList());
        System.out.println(IntStream.rangeClosed(2, 50)
            .filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        AtomicInteger seed = new AtomicInteger(3);
        System.out.println(Arrays.toString(IntStream.generate(() -> seed.getAndUpdate(s -> s * 5 % 17)).limit(12)
            .toArray()));
        System.out.println(IntStream.rangeClosed(1, 3).flatMap(i -> IntStream.range(0, i).map(j -> i * 10 + j)).boxed()
            .toList());
        System.out.println(IntStream.concat(IntStream.of(1), IntStream.of(2)).sum()
            + " " + IntStream.range(0, 20).skip(5).limit(4).boxed().toList()
            + " " + IntStream.range(0, 9).dropWhile(i -> i < 6).boxed().toList());
        System.out.println(IntStream.of(3, 4).anyMatch(i -> i > 3)
            + " " + IntStream.range(0, 100).parallel().isParallel() + " " + IntStream.of(9, 8).findFirst());
        System.out.println("stream".chars().mapToObj(c -> (char) c).map(String::valueOf)
            .collect(Collectors.joining("-")) + " " + IntStream.of(1, 2).<String>mapToObj(i -> "n" + i).toList());
        System.out.println(IntStream.range(0, 6).collect(StringBuilder::new, (sb, i) -> sb.append(i),
            StringBuilder::append).reverse());
        PrimitiveIterator.OfLong longs = LongStream.rangeClosed(1, 3).iterator();
        long product = 1;
        while (longs.hasNext()) {
            product = product * 100 + longs.nextLong();
        }
        System.out.println(product + " " + Arrays.stream(new double[] {4, 9, 16}).map(Math::sqrt).boxed().toList()
            + " " + IntStream.range(0, 4).mapMulti((i, sink) -> {
            sink.accept(i);
            sink.accept(-i);
        }).sum());

        OptionalInt first = IntStream.of(1, 2, 3).filter(i -> i > 5).findFirst();
        OptionalDouble mean = DoubleStream.of(2, 4).average();
        System.out.println(first + " " + first.isPresent() + " " + first.orElse(-1) + " " + mean
            + " " + mean.getAsDouble());
        try {
            first.getAsInt();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
    }
}
