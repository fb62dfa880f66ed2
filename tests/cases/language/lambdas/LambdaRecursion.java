//@ run-native
// Exercises recursion through fields, arrays and combinators, nested lambdas, currying and lambdas returning lambdas.
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class LambdaRecursion {
    static final Function<Integer, Long> FACTORIAL = n -> n <= 1 ? 1L : n * LambdaRecursion.FACTORIAL.apply(n - 1);
    static IntPredicate even;
    static IntPredicate odd;

    final IntUnaryOperator fib = n -> n < 2 ? n : this.fib.applyAsInt(n - 1) + this.fib.applyAsInt(n - 2);

    interface Self<T> { T apply(Self<T> self); }

    static <A, B> Function<A, B> fix(Function<Function<A, B>, Function<A, B>> f) {
        Self<Function<A, B>> r = w -> f.apply(x -> w.apply(w).apply(x));
        return r.apply(r);
    }

    interface TriFunction<A, B, C, R> {
        R apply(A a, B b, C c);

        default Function<A, Function<B, Function<C, R>>> curried() { return a -> b -> c -> apply(a, b, c); }
    }

    static int church(Function<IntUnaryOperator, IntUnaryOperator> numeral) {
        return numeral.apply(x -> x + 1).applyAsInt(0);
    }

    public static void main(String[] args) {
        System.out.println(FACTORIAL.apply(20));
        System.out.println(new LambdaRecursion().fib.applyAsInt(15));
        even = n -> n == 0 || odd.test(n - 1);
        odd = n -> n != 0 && even.test(n - 1);
        System.out.println(even.test(100) + " " + odd.test(77) + " " + even.test(31));
        Function<Integer, Integer> triangle = fix(self -> n -> n == 0 ? 0 : n + self.apply(n - 1));
        System.out.println(triangle.apply(10));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(curried.apply(1).apply(2).apply(3));
        TriFunction<String, Integer, Character, String> t = (s, n, c) -> s.repeat(n) + c;
        System.out.println(t.curried().apply("ab").apply(3).apply('!'));
        Function<IntUnaryOperator, IntUnaryOperator> two = f -> x -> f.applyAsInt(f.applyAsInt(x));
        Function<IntUnaryOperator, IntUnaryOperator> three = f -> x -> f.applyAsInt(two.apply(f).applyAsInt(x));
        System.out.println(church(two) + " " + church(three) + " " + church(f -> two.apply(three.apply(f)))
                + " " + church(three.compose(two)));
        IntUnaryOperator[] collatz = new IntUnaryOperator[1];
        collatz[0] = n -> n == 1 ? 0 : 1 + collatz[0].applyAsInt(n % 2 == 0 ? n / 2 : 3 * n + 1);
        System.out.println(collatz[0].applyAsInt(27));
        Supplier<Supplier<Supplier<String>>> deep = () -> () -> () -> "deep";
        System.out.println(deep.get().get().get());
        BinaryOperator<Integer> gcd = new BinaryOperator<>() {
            @Override
            public Integer apply(Integer a, Integer b) { return b == 0 ? a : this.apply(b, a % b); }
        };
        System.out.println(gcd.apply(1071, 462));
        BiFunction<Integer, Integer, Integer> power = (base, exp) -> {
            int result = 1;
            for (int i = 0; i < exp; i++) {
                IntUnaryOperator times = x -> x * base;
                result = times.applyAsInt(result);
            }
            return result;
        };
        System.out.println(power.andThen(p -> "power " + p).apply(3, 7));
    }
}
