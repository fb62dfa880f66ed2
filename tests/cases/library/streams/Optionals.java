//@ run-native
// Exercises Optional and the primitive optionals: chaining, fallbacks, equality, streams, and failure messages.
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

public class Optionals {
    public static void main(String[] args) {
        Optional<String> full = Optional.of("value");
        Optional<String> empty = Optional.empty();
        System.out.println(full + " " + empty + " " + full.isPresent() + empty.isEmpty()
            + " " + Optional.ofNullable(null) + " " + Optional.of(List.of(1)));
        System.out.println(full.map(String::length) + " " + empty.map(String::length) + " " + full.map(v -> null)
            + " " + full.filter(v -> v.startsWith("x")) + " " + full.filter(v -> true));
        System.out.println(full.flatMap(v -> Optional.of(v + v)) + " " + empty.flatMap(v -> Optional.of(1))
            + " " + full.flatMap(v -> Optional.empty()));
        System.out.println(full.orElse("other") + " " + empty.orElse("other") + " " + empty.orElse(null)
            + " " + empty.orElseGet(() -> "made") + " " + full.orElseGet(() -> {
            throw new AssertionError("must stay lazy");
        }));
        System.out.println(full.or(() -> Optional.of("x")) + " " + empty.or(() -> Optional.of("x"))
            + " " + full.stream().count() + empty.stream().count());
        full.ifPresent(v -> System.out.println("present " + v));
        empty.ifPresent(v -> System.out.println("never"));
        full.ifPresentOrElse(v -> System.out.println("first " + v), () -> System.out.println("never"));
        empty.ifPresentOrElse(v -> System.out.println("never"), () -> System.out.println("second"));
        System.out.println(full.equals(Optional.of("value")) + " " + empty.equals(Optional.empty())
            + " " + full.equals(empty) + " " + full.hashCode() + " " + empty.hashCode());
        System.out.println((Optional.empty() == Optional.empty())
            + " " + Stream.of(full, empty, Optional.of("z")).flatMap(Optional::stream).toList());

        System.out.println(OptionalInt.of(3) + " " + OptionalInt.empty() + " " + OptionalLong.of(4L)
            + " " + OptionalDouble.of(2.5) + " " + OptionalInt.empty().orElseGet(() -> 8)
            + " " + OptionalDouble.of(Double.NaN).equals(OptionalDouble.of(Double.NaN)));
        OptionalInt.of(5).ifPresent(i -> System.out.println("int " + i));
        System.out.println(OptionalLong.of(7).stream().sum() + " " + OptionalInt.of(9).hashCode());

        Runnable[] attempts = {
            empty::get, empty::orElseThrow, () -> empty.orElseThrow(() -> new IllegalStateException("custom")),
                () -> OptionalInt.empty().getAsInt(),
        };
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (NoSuchElementException | IllegalStateException e) {
                System.out.println(e);
            }
        }
        try {
            Optional.of(null);
        } catch (NullPointerException e) {
            System.out.println("Optional.of refuses null");
        }
        System.out.println(parse("12").map(n -> n * 2).orElse(-1) + " " + parse("twelve").map(n -> n * 2).orElse(-1));
    }

    private static Optional<Integer> parse(String text) {
        try {
            return Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
