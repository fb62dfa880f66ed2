//@ run-native
// Exercises divide and conquer over arrays: sums, maxima and counts by RecursiveTask with invokeAll and thresholds.
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ForkArraySums {
    static class Fold extends RecursiveTask<Long> {
        private final int[] data;
        private final int from;
        private final int to;
        private final int threshold;
        private final LongBinaryOperator operator;

        Fold(int[] data, int from, int to, int threshold, LongBinaryOperator operator) {
            this.data = data;
            this.from = from;
            this.to = to;
            this.threshold = threshold;
            this.operator = operator;
        }

        @Override
        protected Long compute() {
            if (to - from <= threshold) {
                long result = data[from];
                for (int i = from + 1; i < to; i++) {
                    result = operator.applyAsLong(result, data[i]);
                }
                return result;
            }
            int middle = (from + to) >>> 1;
            Fold left = new Fold(data, from, middle, threshold, operator);
            Fold right = new Fold(data, middle, to, threshold, operator);
            invokeAll(left, right);
            return operator.applyAsLong(left.join(), right.join());
        }
    }

    static class Count extends RecursiveTask<Integer> {
        private final List<String> words;
        private final char letter;

        Count(List<String> words, char letter) {
            this.words = words;
            this.letter = letter;
        }

        @Override
        protected Integer compute() {
            if (words.size() == 1) {
                return (int) words.get(0).chars().filter(c -> c == letter).count();
            }
            Collection<Count> parts = words.stream().map(word -> new Count(List.of(word), letter))
                .collect(Collectors.toList());
            return ForkJoinTask.invokeAll(parts).stream().mapToInt(ForkJoinTask::join).sum();
        }
    }

    public static void main(String[] args) {
        int[] data = IntStream.range(0, 1000).map(n -> n * 7919 % 1009 - 300).toArray();
        ForkJoinPool pool = new ForkJoinPool(3);
        for (int threshold : new int[] {1, 16, 100, 5000}) {
            int[] part = threshold == 1 ? Arrays.copyOf(data, 100) : data;
            System.out.println("threshold " + threshold + ": sum "
                + pool.invoke(new Fold(part, 0, part.length, threshold, Long::sum)) + " max "
                + pool.invoke(new Fold(part, 0, part.length, threshold, Math::max)) + " min "
                + pool.invoke(new Fold(part, 0, part.length, threshold, Math::min)) + " xor "
                + pool.invoke(new Fold(part, 0, part.length, threshold, (a, b) -> a ^ b)));
        }
        System.out.println("expected " + Arrays.stream(data).asLongStream().sum());
        List<String> words = List.of("banana", "panama", "canal", "plan", "man", "a");
        System.out.println("letters " + pool.invoke(new Count(words, 'a')) + " " + pool.invoke(new Count(words, 'n'))
            + " " + pool.submit(new Count(words, 'z')).join());
        List<ForkJoinTask<Integer>> mixed = List.of(new Count(words, 'm'), ForkJoinTask.adapt(() -> 40),
            new Count(List.of("mm"), 'm'));
        pool.submit(() -> ForkJoinTask.invokeAll(mixed)).join();
        System.out.println(mixed.stream().map(ForkJoinTask::join).collect(Collectors.toList()));
        pool.shutdown();
    }
}
