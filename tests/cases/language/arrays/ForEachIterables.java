//@ run-native
// Exercises for-each over arrays and custom Iterables: evaluation once, unboxing, nested iterators and concurrent change.
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

public class ForEachIterables {
    static class Countdown implements Iterable<Integer> {
        final int from;

        Countdown(int from) { this.from = from; }

        @Override
        public Iterator<Integer> iterator() {
            System.out.print("[iterator] ");
            return new Iterator<>() {
                int left = from;

                @Override
                public boolean hasNext() { return left > 0; }

                @Override
                public Integer next() {
                    if (left <= 0) throw new NoSuchElementException("done at " + from);
                    return left--;
                }
            };
        }
    }

    static Iterable<String> squares(int n) {
        return () -> new Iterator<String>() {
            int k;

            public boolean hasNext() { return k < n; }

            public String next() { return "" + k * k++; }
        };
    }

    static int[] produced() {
        System.out.print("[array] ");
        return new int[] {4, 5, 6};
    }

    static Iterable<int[]> pairs(int n) {
        List<int[]> out = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            for (int j : new Countdown(i)) out.add(new int[] {i, j});
        }
        return out;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int v : new Countdown(5)) sum += v;
        System.out.println(sum);
        for (int v : produced()) System.out.print(v + " ");
        System.out.println();
        for (long v : new int[] {1, Integer.MAX_VALUE}) System.out.print(v + 1 + " ");
        for (double v : new Countdown(2)) System.out.print(v / 4 + " ");
        for (Object v : new Countdown(2)) System.out.print(v.getClass().getSimpleName() + " ");
        System.out.println();
        for (String s : squares(6)) {
            if (s.equals("4")) continue;
            if (s.equals("16")) break;
            System.out.print(s + " ");
        }
        System.out.println();
        for (int[] p : pairs(4)) System.out.print(p[0] + "" + p[1] + " ");
        System.out.println();
        for (char[] row : new char[][] {{'a', 'b'}, {}, {'c'}}) {
            for (char ch : row) System.out.print(ch++);
            System.out.print('/');
        }
        System.out.println();
        int[] data = {1, 2, 3};
        for (int v : data) {
            if (v == 1) data[2] = 99;
            System.out.print(v + " ");
            data = new int[] {7};
        }
        System.out.println(data.length);
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        try {
            for (Integer v : list) if (v == 2) list.remove(v);
        } catch (ConcurrentModificationException e) {
            System.out.println("changed " + list);
        }
        for (Iterator<Integer> it = list.iterator(); it.hasNext(); ) if (it.next() % 2 == 1) it.remove();
        System.out.println(list);
        Iterator<Integer> it = new Countdown(1).iterator();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        new Countdown(3).forEach(v -> System.out.print(v));
        System.out.println();
    }
}
