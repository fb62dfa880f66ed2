//@ run-native
// Exercises the Objects helpers: null checks with messages, defaults, comparison, deep equality, and index checks.
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

public class ObjectsUtilities {
    public static void main(String[] args) {
        String nothing = null;
        System.out.println(Objects.equals(null, null) + " " + Objects.equals("a", nothing)
            + " " + Objects.equals("a", new String("a"))
            + " " + Objects.deepEquals(new int[][] {{1}}, new int[][] {{1}})
            + " " + Objects.equals(new int[0], new int[0]));
        System.out.println(Objects.toString(null) + " " + Objects.toString(nothing, "default")
            + " " + Objects.toString(5) + " " + Objects.isNull(nothing) + " " + Objects.nonNull(nothing));
        System.out.println(Objects.requireNonNullElse(nothing, "else")
            + " " + Objects.requireNonNullElseGet(nothing, () -> "got") + " " + Objects.requireNonNull("kept")
            + " " + Objects.compare("a", "b", Comparator.reverseOrder())
            + " " + Objects.compare(null, null, Comparator.<String>naturalOrder()));
        System.out.println(Objects.checkIndex(2, 3) + " " + Objects.checkFromToIndex(1, 3, 3)
            + " " + Objects.checkFromIndexSize(1, 2, 3));

        attempt(() -> Objects.requireNonNull(nothing));
        attempt(() -> Objects.requireNonNull(nothing, "must be given"));
        attempt(() -> Objects.requireNonNull(nothing, () -> "lazily made"));
        attempt(() -> Objects.requireNonNullElse(nothing, null));
        attempt(() -> Objects.checkIndex(3, 3));
        attempt(() -> Objects.checkIndex(-1, 3));
        attempt(() -> Objects.checkFromToIndex(2, 1, 3));
        attempt(() -> Objects.checkFromIndexSize(2, 2, 3));

        Cell original = new Cell(1, new int[] {1, 2});
        Cell copy = original.copy();
        copy.numbers[0] = 99;
        copy.id = 2;
        System.out.println(original.id + Arrays.toString(original.numbers)
            + " " + copy.id + Arrays.toString(copy.numbers) + " " + (copy.getClass() == original.getClass()));
        try {
            new Plain().tryClone();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        int[] array = {1, 2, 3};
        int[] cloned = array.clone();
        cloned[1] = 50;
        System.out.println(array[1] + " " + cloned[1] + " " + (array.getClass() == cloned.getClass())
            + " " + array.equals(cloned));
        Iterable<Integer> squares = () -> List.of(1, 4, 9).iterator();
        int total = 0;
        for (int s : squares) {
            total += s;
        }
        System.out.println(total);
    }

    private static void attempt(Supplier<Object> action) {
        try {
            System.out.println("fine " + action.get());
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static final class Cell implements Cloneable {
        private int id;
        private final int[] numbers;

        Cell(int id, int[] numbers) {
            this.id = id;
            this.numbers = numbers;
        }

        Cell copy() {
            try {
                return (Cell) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class Plain {
        void tryClone() throws CloneNotSupportedException {
            super.clone();
        }
    }
}
