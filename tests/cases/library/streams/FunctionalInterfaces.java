//@ run-native
// Exercises java.util.function composition: andThen, compose, negate, currying, suppliers, and memoization.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public class FunctionalInterfaces {
    public static void main(String[] args) {
        Function<Integer, Integer> twice = x -> x * 2;
        Function<Integer, Integer> plusThree = x -> x + 3;
        System.out.println(twice.andThen(plusThree).apply(5) + " " + twice.compose(plusThree).apply(5)
            + " " + Function.<String>identity().apply("same"));
        Predicate<String> isEmpty = String::isEmpty;
        Predicate<String> isLong = s -> s.length() > 3;
        System.out.println(isEmpty.negate().and(isLong).test("abcd") + " " + isEmpty.or(isLong).test("ab")
            + " " + Predicate.not(isLong).test("a") + " " + Predicate.isEqual(null).test(null));
        BiFunction<Integer, Integer, Integer> power = (b, e) -> (int) Math.pow(b, e);
        System.out.println(power.andThen(r -> "=" + r).apply(2, 8));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(curried.apply(1).apply(2).apply(3));

        List<String> log = new ArrayList<>();
        Consumer<String> first = s -> log.add("1" + s);
        first.andThen(s -> log.add("2" + s)).andThen(log::add).accept("x");
        BiConsumer<String, Integer> pair = (s, n) -> log.add(s + n);
        pair.andThen((s, n) -> log.add(n + s)).accept("k", 7);
        System.out.println(log);
        BinaryOperator<String> shortest = BinaryOperator.minBy((a, b) -> a.length() - b.length());
        UnaryOperator<String> shout = s -> s + "!";
        System.out.println(shortest.apply("long", "st")
            + " " + BinaryOperator.<Integer>maxBy(Integer::compare).apply(3, 9)
            + " " + shout.andThen(shout).apply("hey"));
        IntUnaryOperator square = n -> n * n;
        IntBinaryOperator gcd = FunctionalInterfaces::gcd;
        IntPredicate even = n -> n % 2 == 0;
        DoubleUnaryOperator half = d -> d / 2;
        System.out.println(square.compose(n -> n + 1).andThen(n -> -n).applyAsInt(4) + " " + gcd.applyAsInt(84, 36)
            + " " + even.negate().test(3) + " " + half.andThen(half).applyAsDouble(10)
            + " " + IntUnaryOperator.identity().applyAsInt(6));

        Supplier<List<String>> maker = ArrayList::new;
        IntFunction<int[]> arrays = int[]::new;
        ToIntFunction<String> length = String::length;
        Function<String, Integer> parser = Integer::valueOf;
        BooleanSupplier yes = () -> true;
        System.out.println(maker.get() + " " + (maker.get() == maker.get()) + " " + arrays.apply(4).length
            + " " + length.applyAsInt("four") + " " + parser.apply("-8") + " " + yes.getAsBoolean());

        int[] calls = {0};
        Map<Integer, Long> memo = new HashMap<>();
        System.out.println(fib(60, memo, calls) + " calls=" + calls[0]);
        Supplier<Supplier<String>> nested = () -> () -> "deep" + args.length;
        System.out.println(nested.get().get());
        Runnable chain = () -> { };
        for (int i = 0; i < 5; i++) {
            Runnable inner = chain;
            int id = i;
            chain = () -> {
                System.out.print(id + " ");
                inner.run();
            };
        }
        chain.run();
        System.out.println();
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static long fib(int n, Map<Integer, Long> memo, int[] calls) {
        calls[0]++;
        if (n < 2) {
            return n;
        }
        Long known = memo.get(n);
        if (known != null) {
            return known;
        }
        long result = fib(n - 1, memo, calls) + fib(n - 2, memo, calls);
        memo.put(n, result);
        return result;
    }
}
