//@ run-native
// Exercises records: compact and extra constructors, accessors, statics, nesting, interfaces and generic components.
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

public class RecordBasics {
    record Range(int low, int high) implements Comparable<Range> {
        static final Range EMPTY = new Range(0, 0);
        static int made;

        Range {
            if (low > high) {
                throw new IllegalArgumentException(low + " > " + high);
            }
            low = Math.max(low, -100);
            made++;
        }

        Range(int high) { this(0, high); }

        int width() { return high - low; }

        static Range around(int centre, int radius) { return new Range(centre - radius, centre + radius); }

        @Override
        public int compareTo(Range o) { return Integer.compare(width(), o.width()); }
    }

    record Person(String name, int age) {
        @Override
        public String name() { return "<" + name + ">"; }

        @Override
        public String toString() { return name() + "/" + name; }
    }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> mapSecond(Function<? super B, ? extends C> f) { return new Pair<>(first, f.apply(second)); }

        Pair<B, A> swap() { return new Pair<>(second, first); }
    }

    record Tree<T extends Comparable<T>>(T value, Tree<T> left, Tree<T> right) {
        Tree<T> insert(T t) {
            int c = t.compareTo(value);
            if (c < 0) return new Tree<>(value, left == null ? new Tree<>(t, null, null) : left.insert(t), right);
            if (c > 0) return new Tree<>(value, left, right == null ? new Tree<>(t, null, null) : right.insert(t));
            return this;
        }
    }

    record Empty() { }

    record Logged(String text) {
        private static int count = 0;

        Logged(String text) {
            Objects.requireNonNull(text);
            this.text = ++count + ":" + text;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Range(3) + " " + Range.around(5, 2) + " " + new Range(-500, 7) + " " + Range.EMPTY.width() + " " + Range.made);
        try {
            new Range(5, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Range(1, 2).equals(new Range(1, 2)) + " " + new Range(1, 2).equals(new Range(1, 3)) + " "
                + new Range(1, 2).equals(null) + " " + new Range(9).compareTo(new Range(3)));
        Person p = new Person("ann", 30);
        System.out.println(p + " " + p.equals(new Person("ann", 30)) + " " + (p.hashCode() == new Person("ann", 30).hashCode()));
        Pair<String, Integer> pair = new Pair<>("n", 4);
        System.out.println(pair.swap() + " " + pair.mapSecond(n -> List.of(n, n)) + " " + pair.mapSecond(n -> null));
        Pair<Pair<Range, int[]>, Empty> deep = new Pair<>(new Pair<>(new Range(1), null), new Empty());
        System.out.println(deep + " " + deep.first().first().high() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
        Tree<Integer> t = new Tree<>(5, null, null).insert(3).insert(8).insert(5);
        System.out.println(t);
        System.out.println(new Logged("a") + " " + new Logged("b").text());
        record Local(char c, boolean b) { }
        System.out.println(new Local('x', true) + " " + new Local('x', true).equals(new Local('x', false)));
        System.out.println(Range.class.isRecord() + " " + Range.class.getSuperclass().getName() + " "
                + Range.class.getRecordComponents().length + " " + Range.class.getRecordComponents()[1].getName());
    }
}
