//@ run-native
// Exercises iterators of our own: lazy mapping, filtering, zipping, peeking, flattening and removal through layers.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class IteratorAdapters {
    /** Computes its next element only when asked, and knows its end by null. */
    abstract static class Lazy<T> implements Iterator<T> {
        private T next;

        protected abstract T compute();

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = compute();
            }
            return next != null;
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException("exhausted");
            }
            T result = next;
            next = null;
            return result;
        }
    }

    static <T> Iterator<T> generate(T seed, UnaryOperator<T> step, Predicate<T> until) {
        return new Lazy<>() {
            private T current = seed;

            @Override
            protected T compute() {
                T result = until.test(current) ? null : current;
                current = step.apply(current);
                return result;
            }
        };
    }

    static <T> Iterator<T> filter(Iterator<T> source, Predicate<T> keep) {
        return new Lazy<>() {
            @Override
            protected T compute() {
                while (source.hasNext()) {
                    T candidate = source.next();
                    if (keep.test(candidate)) {
                        return candidate;
                    }
                }
                return null;
            }
        };
    }

    static <T, R> Iterator<R> map(Iterator<T> source, Function<T, R> mapping) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return source.hasNext();
            }

            @Override
            public R next() {
                return mapping.apply(source.next());
            }

            @Override
            public void remove() {
                source.remove();
            }
        };
    }

    static <A, B, R> Iterator<R> zip(Iterator<A> left, Iterator<B> right, BiFunction<A, B, R> joining) {
        return new Lazy<>() {
            @Override
            protected R compute() {
                return left.hasNext() && right.hasNext() ? joining.apply(left.next(), right.next()) : null;
            }
        };
    }

    static Iterator<Object> flatten(Iterable<?> nested) {
        Deque<Iterator<?>> stack = new ArrayDeque<>(List.of(nested.iterator()));
        return new Lazy<>() {
            @Override
            protected Object compute() {
                while (!stack.isEmpty()) {
                    if (!stack.peek().hasNext()) {
                        stack.pop();
                        continue;
                    }
                    Object element = stack.peek().next();
                    if (!(element instanceof Iterable<?> inner)) {
                        return element;
                    }
                    stack.push(inner.iterator());
                }
                return null;
            }
        };
    }

    private static <T> List<T> collect(Iterator<T> iterator) {
        List<T> result = new ArrayList<>();
        iterator.forEachRemaining(result::add);
        return result;
    }

    public static void main(String[] args) {
        Iterator<Integer> powers = generate(1, n -> n * 3, n -> n > 1000);
        System.out.println(collect(powers) + " " + powers.hasNext());
        System.out.println(collect(filter(generate(1, n -> n + 1, n -> n > 20), n -> n % 7 < 2)) + " "
            + collect(zip(List.of("a", "b", "c").iterator(), generate(1, n -> n + 1, n -> false), (s, n) -> s + n)));
        System.out.println(collect(flatten(List.of(1, List.of(2, List.of(), List.of(3, List.of(4))), 5))));
        List<String> words = new ArrayList<>(List.of("keep", "drop", "hold", "dump"));
        Iterator<Character> initials = map(words.iterator(), word -> word.charAt(0));
        while (initials.hasNext()) {
            if (initials.next() == 'd') {
                initials.remove();
            }
        }
        System.out.println(words);
        ListIterator<String> editing = words.listIterator();
        editing.next();
        editing.set("kept");
        editing.add("added");
        System.out.println(words + " " + editing.nextIndex() + " " + editing.previous() + " " + editing.hasPrevious());
        Iterator<Integer> once = List.of(1).iterator();
        once.next();
        for (Runnable wrong : new Runnable[] {once::next, once::remove, powers::next, powers::remove,
            () -> Arrays.asList(1, 2).iterator().remove(), () -> new ArrayList<>(List.of(1)).iterator().remove(),
            () -> Collections.emptyIterator().next(), () -> words.listIterator().set("x")}) {
            try {
                wrong.run();
            } catch (NoSuchElementException | UnsupportedOperationException | IllegalStateException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
