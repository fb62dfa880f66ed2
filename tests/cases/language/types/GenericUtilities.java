//@ run-native
// Exercises generic methods, wildcards, bounded types, generic arrays, static nested generics and recursive bounds.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;

public class GenericUtilities {
    static class Stack<E> implements Iterable<E> {
        private static class Cell<E> {
            final E item;
            final Cell<E> below;

            Cell(E item, Cell<E> below) {
                this.item = item;
                this.below = below;
            }
        }

        private Cell<E> top;
        private int size;

        Stack<E> push(E e) {
            top = new Cell<>(e, top);
            size++;
            return this;
        }

        E pop() {
            if (top == null) throw new NoSuchElementException("empty stack");
            E e = top.item;
            top = top.below;
            size--;
            return e;
        }

        @SafeVarargs
        static <T> Stack<T> of(T... items) {
            Stack<T> s = new Stack<>();
            for (T t : items) s.push(t);
            return s;
        }

        @Override
        public Iterator<E> iterator() {
            List<E> items = new ArrayList<>();
            for (Cell<E> c = top; c != null; c = c.below) items.add(c.item);
            return items.iterator();
        }
    }

    abstract static class Shape<S extends Shape<S>> {
        int size;

        abstract S self();

        S grow(int by) {
            size += by;
            return self();
        }
    }

    static class Circle extends Shape<Circle> {
        Circle self() { return this; }

        String roll() { return "rolled " + size; }
    }

    static double sum(Iterable<? extends Number> numbers) {
        double s = 0;
        for (Number n : numbers) s += n.doubleValue();
        return s;
    }

    static void fill(List<? super Integer> list, int n) {
        for (int i = 0; i < n; i++) list.add(i);
    }

    static <A, R> List<R> map(Iterable<A> in, Function<? super A, ? extends R> f) {
        List<R> out = new ArrayList<>();
        for (A a : in) out.add(f.apply(a));
        return out;
    }

    static <T, R> R fold(Iterable<? extends T> in, R start, BiFunction<R, T, R> f) {
        for (T t : in) start = f.apply(start, t);
        return start;
    }

    static <T> T[] twice(T[] in) {
        T[] out = Arrays.copyOf(in, in.length * 2);
        System.arraycopy(in, 0, out, in.length, in.length);
        return out;
    }

    public static void main(String[] args) {
        Stack<Number> numbers = Stack.<Number>of(1, 2.5, 3L, (byte) 4);
        System.out.println(sum(numbers) + " " + numbers.size + " " + numbers.pop() + " " + numbers.pop().getClass().getSimpleName());
        System.out.println(map(numbers, n -> n + "!") + " " + fold(numbers, "", (s, n) -> s + n.intValue()));
        List<Object> objects = new ArrayList<>();
        fill(objects, 3);
        objects.add("x");
        System.out.println(objects);
        System.out.println(new Circle().grow(2).grow(3).roll());
        String[] words = twice(new String[] {"a", "b"});
        System.out.println(Arrays.toString(words) + words.getClass().getSimpleName());
        try {
            new Stack<String>().pop();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
    }
}
