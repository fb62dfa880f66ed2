//@ run-native
// Exercises composition of functions, predicates, comparators, optional chains and hand-written pipelines.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

public class FunctionalComposition {
    record Employee(String name, String team, int salary) { }

    static class Lazy<T> implements Supplier<T> {
        private Supplier<? extends T> maker;
        private T value;

        Lazy(Supplier<? extends T> maker) { this.maker = maker; }

        @Override
        public T get() {
            if (maker != null) {
                value = maker.get();
                maker = null;
            }
            return value;
        }

        <R> Lazy<R> map(Function<? super T, ? extends R> f) { return new Lazy<>(() -> f.apply(get())); }
    }

    @SafeVarargs
    static <T> Function<T, T> pipeline(Function<T, T>... stages) {
        Function<T, T> all = Function.identity();
        for (Function<T, T> stage : stages) {
            all = all.andThen(stage);
        }
        return all;
    }

    static <T> Predicate<T> traced(String name, Predicate<T> p) {
        return t -> {
            System.out.print(name + " ");
            return p.test(t);
        };
    }

    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1;
        Function<Integer, Integer> dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " "
                + pipeline(inc, dbl, inc, dbl).apply(0) + " " + FunctionalComposition.<Integer>pipeline().apply(9));
        Predicate<Integer> big = traced("big", x -> x > 10);
        Predicate<Integer> even = traced("even", x -> x % 2 == 0);
        System.out.println(big.and(even).test(5));
        System.out.println(big.or(even).test(4));
        System.out.println(big.and(even.negate()).or(Predicate.isEqual(7)).test(7));

        List<Employee> staff = new ArrayList<>(List.of(new Employee("cat", "ops", 30), new Employee("abe", "dev", 50),
                new Employee("bob", "dev", 30), new Employee("dan", "ops", 40)));
        staff.sort(Comparator.comparing(Employee::team).thenComparing(Employee::salary, Comparator.reverseOrder()));
        staff.forEach(e -> System.out.print(e.name() + " "));
        staff.sort(Comparator.comparingInt(Employee::salary).thenComparing(Comparator.comparing(Employee::name).reversed()));
        staff.forEach(e -> System.out.print(e.name() + " "));
        System.out.println();
        BinaryOperator<Employee> richest = BinaryOperator.maxBy(Comparator.comparingInt(Employee::salary));
        System.out.println(richest.apply(staff.get(0), staff.get(3)));

        List<String> log = new ArrayList<>();
        Consumer<String> first = log::add;
        first.andThen(s -> log.add(s.toUpperCase())).andThen(s -> log.add(s + s)).accept("go");
        System.out.println(log);
        Optional<String> found = Optional.of("value").filter(s -> s.length() > 3).map(String::toUpperCase);
        System.out.println(found + " " + found.flatMap(s -> Optional.<Integer>empty()).isPresent() + " "
                + Optional.ofNullable((String) null).map(String::length).orElseGet(() -> -1));
        Lazy<Integer> lazy = new Lazy<>(() -> {
            System.out.print("[computed] ");
            return 6;
        });
        Lazy<String> text = lazy.map(n -> n * 7).map(n -> "answer " + n);
        System.out.print("before ");
        System.out.println(text.get() + " " + text.get() + " " + lazy.get());
        UnaryOperator<UnaryOperator<String>> quote = f -> s -> "'" + f.apply(s) + "'";
        System.out.println(quote.apply(quote.apply(String::trim)).apply("  x "));
    }
}
