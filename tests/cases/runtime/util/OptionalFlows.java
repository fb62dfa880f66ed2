//@ run-native
// Exercises Optional and its primitive forms in chains, with streams, with exceptions, and Objects' helpers beside them.
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class OptionalFlows {
    record Address(String city) { }

    record Person(String name, Optional<Address> address, Person boss) { }

    private static final Map<String, Person> PEOPLE = Map.of(
        "ann", new Person("Ann", Optional.of(new Address("Oslo")), null),
        "bob", new Person("Bob", Optional.empty(), new Person("Cy", Optional.of(new Address(null)), null)));

    private static Optional<Person> find(String key) {
        return Optional.ofNullable(PEOPLE.get(key));
    }

    private static String bossCity(String key) {
        return find(key).map(Person::boss).flatMap(Person::address).map(Address::city).orElse("unknown");
    }

    private static Optional<Integer> parse(String text) {
        try {
            return Optional.of(Integer.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static void attempt(String label, Supplier<?> supplier) {
        try {
            System.out.println(label + ": " + supplier.get());
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        System.out.println(find("ann").flatMap(Person::address) + " " + find("zoe").flatMap(Person::address) + " "
            + bossCity("ann") + " " + bossCity("bob"));
        StringBuilder log = new StringBuilder();
        find("ann").ifPresent(p -> log.append("found ").append(p.name()).append("; "));
        find("zoe").ifPresentOrElse(p -> log.append("found"), () -> log.append("missing; "));
        System.out.println(log.append(find("bob").filter(p -> p.boss() != null).isPresent()));
        System.out.println(parse("12").or(() -> Optional.of(-1)) + " " + parse("x").or(() -> Optional.of(-1)) + " "
            + parse("x").isEmpty() + " " + parse("7").map(n -> n * 6).orElseGet(() -> 0) + " "
            + parse("7").flatMap(n -> parse(n + "0")).orElseThrow());
        System.out.println(Stream.of("1", "b", "3", "", "5").map(OptionalFlows::parse).flatMap(Optional::stream)
            .collect(Collectors.toList()) + " " + Stream.of("x", "y", "4").map(OptionalFlows::parse)
                .filter(Optional::isPresent).findFirst());

        System.out.println(Optional.of("a").equals(Optional.of("a")) + " " + Optional.empty().equals(Optional.ofNullable(null))
            + " " + Optional.of(1).hashCode() + " " + Optional.empty().hashCode() + " " + Optional.of(List.of(1)) + " "
            + OptionalInt.of(3) + " " + OptionalDouble.empty() + " " + OptionalLong.of(1L << 40));
        OptionalInt max = IntStream.of(3, 9, 4).max();
        System.out.println(max.getAsInt() + " " + IntStream.empty().max().orElse(-1) + " " + IntStream.of(1, 2).average()
            .getAsDouble() + " " + max.stream().sum() + " " + OptionalInt.empty().equals(OptionalInt.empty()) + " "
            + OptionalDouble.of(Double.NaN).equals(OptionalDouble.of(Double.NaN)));

        attempt("get of nothing", () -> Optional.empty().get());
        attempt("of null", () -> Optional.of(null));
        attempt("orElseThrow", () -> parse("x").orElseThrow(() -> new IllegalStateException("not a number")));
        attempt("primitive", () -> OptionalInt.empty().getAsInt());
        attempt("or of null", () -> parse("x").or(() -> null));
        attempt("flatMap to null", () -> parse("1").flatMap(n -> null));
        attempt("map to null", () -> parse("1").map(n -> null));
        attempt("require", () -> Objects.requireNonNull(null, "a value is needed"));
        attempt("require by supplier", () -> Objects.requireNonNull(null, () -> "made when needed"));
        attempt("else", () -> Objects.requireNonNullElse(null, "default"));
        attempt("index", () -> Objects.checkIndex(5, 5));
        attempt("range", () -> Objects.checkFromToIndex(2, 1, 5));
        attempt("size", () -> Objects.checkFromIndexSize(3, 3, 5));
        System.out.println(Objects.equals(null, null) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}) + " "
            + Objects.hash(1, "a", null) + " " + Objects.toString(null, "none") + " " + Objects.hashCode(null) + " "
            + Objects.compare("a", "b", String::compareTo) + " " + Objects.isNull(max));
        try {
            List.of().iterator().next();
        } catch (NoSuchElementException e) {
            System.out.println("no element " + e.getMessage());
        }
    }
}
