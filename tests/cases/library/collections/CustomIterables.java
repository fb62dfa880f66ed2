//@ run-native
// Exercises hand-written Iterable, Iterator, PrimitiveIterator and Spliterator use, with splitting and characteristics.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

public class CustomIterables {
    public static void main(String[] args) {
        Range range = new Range(3, 30, 4);
        int total = 0;
        for (int value : range) {
            total += value;
        }
        System.out.println(total);
        range.forEach(v -> System.out.print(v + " "));
        System.out.println();
        Iterator<Integer> partial = range.iterator();
        partial.next();
        partial.forEachRemaining(v -> System.out.print(v * 10 + " "));
        System.out.println();
        try {
            partial.next();
        } catch (NoSuchElementException e) {
            System.out.println("exhausted: " + e.getMessage());
        }
        try {
            range.iterator().remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("cannot " + e.getMessage());
        }
        System.out.println(StreamSupport.stream(range.spliterator(), false).map(v -> v
            + "!").collect(Collectors.joining(",")));

        splits(new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7)).spliterator());
        splits(Arrays.asList(1, 2, 3, 4, 5).spliterator());
        splits(Arrays.spliterator(new Integer[] {1, 2, 3, 4}, 1, 4));
        splits(range.spliterator());
        splits(Spliterators.spliterator(range.iterator(), 7, Spliterator.ORDERED));
        Spliterator<Integer> sorted = new TreeSet<>(List.of(5, 1, 3)).spliterator();
        System.out.println(sorted.hasCharacteristics(Spliterator.SORTED)
            + " " + sorted.hasCharacteristics(Spliterator.DISTINCT) + " " + sorted.getComparator()
            + " " + sorted.getExactSizeIfKnown());

        PrimitiveIterator.OfInt ints = Spliterators.iterator(Arrays.spliterator(new int[] {4, 5, 6}));
        int product = 1;
        while (ints.hasNext()) {
            product *= ints.nextInt();
        }
        System.out.println(product + " " + Spliterators.emptySpliterator().estimateSize());
    }

    private static void splits(Spliterator<Integer> right) {
        Spliterator<Integer> left = right.trySplit();
        List<Integer> leftItems = new ArrayList<>();
        List<Integer> rightItems = new ArrayList<>();
        if (left != null) {
            left.forEachRemaining(leftItems::add);
        }
        boolean advanced = right.tryAdvance(rightItems::add);
        right.forEachRemaining(rightItems::add);
        System.out.println(leftItems + " " + advanced + " " + rightItems
            + " sized=" + right.hasCharacteristics(Spliterator.SIZED) + " left=" + right.tryAdvance(rightItems::add));
    }

    private record Range(int from, int to, int step) implements Iterable<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next = from;

                @Override
                public boolean hasNext() {
                    return next < to;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("at " + next);
                    }
                    int result = next;
                    next += step;
                    return result;
                }
            };
        }
    }
}
