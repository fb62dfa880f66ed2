//@ run-native
// Exercises spliterators of our own under sequential and parallel streams: splitting, characteristics, sizes, and adapters.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

public class SpliteratorCustom {
    /** The numbers of a range by steps, which splits in halves. */
    static class Steps implements Spliterator<Integer> {
        private int next;
        private final int end;
        private final int step;

        Steps(int start, int end, int step) {
            next = start;
            this.end = end;
            this.step = step;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Integer> action) {
            if (next >= end) {
                return false;
            }
            action.accept(next);
            next += step;
            return true;
        }

        @Override
        public Spliterator<Integer> trySplit() {
            long count = estimateSize();
            if (count < 2) {
                return null;
            }
            int middle = next + (int) (count / 2) * step;
            Steps front = new Steps(next, middle, step);
            next = middle;
            return front;
        }

        @Override
        public long estimateSize() {
            return next >= end ? 0 : (end - next + step - 1) / step;
        }

        @Override
        public int characteristics() {
            return ORDERED | SORTED | DISTINCT | SIZED | SUBSIZED | NONNULL | IMMUTABLE;
        }

        @Override
        public Comparator<? super Integer> getComparator() {
            return null;
        }
    }

    private static String flags(Spliterator<?> spliterator) {
        StringBuilder text = new StringBuilder();
        String[] names = {"DISTINCT", "SORTED", "ORDERED", "SIZED", "NONNULL", "IMMUTABLE", "CONCURRENT", "SUBSIZED"};
        int[] bits = {0x1, 0x4, 0x10, 0x40, 0x100, 0x400, 0x1000, 0x4000};
        for (int i = 0; i < names.length; i++) {
            text.append(spliterator.hasCharacteristics(bits[i]) ? names[i].charAt(0) + names[i].substring(1).toLowerCase() + " "
                : "");
        }
        return text.toString().trim();
    }

    private static void leaves(Spliterator<Integer> spliterator, List<List<Integer>> result) {
        Spliterator<Integer> front = spliterator.trySplit();
        if (front == null) {
            List<Integer> leaf = new ArrayList<>();
            spliterator.forEachRemaining(leaf::add);
            result.add(leaf);
            return;
        }
        leaves(front, result);
        leaves(spliterator, result);
    }

    public static void main(String[] args) {
        System.out.println(StreamSupport.stream(new Steps(1, 30, 4), false).collect(Collectors.toList()) + " "
            + StreamSupport.stream(new Steps(1, 30, 4), true).map(n -> n * n).collect(Collectors.toList()) + " "
            + StreamSupport.stream(new Steps(0, 1000, 3), true).mapToInt(n -> n).sum() + " "
            + StreamSupport.stream(new Steps(0, 10, 3), false).count());
        List<List<Integer>> parts = new ArrayList<>();
        leaves(new Steps(0, 10, 1), parts);
        System.out.println(parts + " " + flags(new Steps(0, 1, 1)) + " " + new Steps(0, 10, 3).getExactSizeIfKnown());
        System.out.println(StreamSupport.stream(new Steps(0, 20, 2), true).sorted(Comparator.reverseOrder()).limit(3)
            .collect(Collectors.toList()) + " " + StreamSupport.stream(new Steps(5, 5, 1), true).findAny());

        System.out.println(flags(List.of(1, 2).spliterator()) + " | " + flags(new TreeSet<>(List.of(1)).spliterator()) + " | "
            + flags(new java.util.HashSet<>().spliterator()) + " | " + flags(Arrays.spliterator(new int[3])) + " | "
            + flags(new java.util.concurrent.ConcurrentLinkedQueue<>().spliterator()));
        Iterator<Integer> iterator = Spliterators.iterator(new Steps(0, 4, 1));
        StringBuilder line = new StringBuilder();
        while (iterator.hasNext()) {
            line.append(iterator.next()).append(' ');
        }
        Spliterator<String> known = Spliterators.spliterator(List.of("a", "b", "c").iterator(), 3, Spliterator.ORDERED);
        Spliterator<String> unknown = Spliterators.spliteratorUnknownSize(List.of("x").iterator(), 0);
        System.out.println(line + "" + known.estimateSize() + " " + flags(known) + " " + unknown.estimateSize() + " ["
            + flags(unknown) + "] " + Spliterators.emptySpliterator().tryAdvance(x -> { }));
        PrimitiveIterator.OfInt ints = Arrays.stream(new int[] {3, 4}).iterator();
        int sum = 0;
        while (ints.hasNext()) {
            sum += ints.nextInt();
        }
        ArrayList<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Spliterator<Integer> late = list.spliterator();
        list.add(4);
        System.out.println(sum + " late binding " + late.estimateSize());
        list.add(5);
        try {
            late.forEachRemaining(n -> { });
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("changed after binding");
        }
    }
}
