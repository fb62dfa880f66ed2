//@ run-native
// Exercises method references: static, bound, unbound, constructors, array constructors, super, this and varargs.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public class MethodReferences {
    static class Base {
        String greet(String who) { return "base greets " + who; }
    }

    static class Derived extends Base {
        @Override
        String greet(String who) { return "derived greets " + who; }

        String viaSuper(String who) {
            Function<String, String> f = super::greet;
            return f.apply(who);
        }

        String viaThis(String who) {
            UnaryOperator<String> f = this::greet;
            return f.apply(who);
        }
    }

    class Inner {
        final int v;

        Inner(int v) { this.v = v * factor; }
    }

    int factor = 7;

    IntFunction<Inner> innerMaker() { return Inner::new; }

    static int sum(int... values) { return Arrays.stream(values).sum(); }

    static String joined(String first, Object... rest) { return first + rest.length; }

    static <T> List<T> listOf(T a, T b) { return List.of(a, b); }

    interface Three { int apply(int a, int b, int c); }

    interface Maker<T> { T make(String s, int n); }

    record Item(String s, int n) { }

    static int evaluated;

    static StringBuilder target() {
        evaluated++;
        return new StringBuilder("target");
    }

    public static void main(String[] args) {
        ToIntFunction<String> parse = Integer::parseInt;
        Supplier<Integer> length = "bound"::length;
        Function<String, String> upper = String::toUpperCase;
        BiFunction<String, String, Boolean> starts = String::startsWith;
        Supplier<List<String>> maker = ArrayList::new;
        IntFunction<int[]> ints = int[]::new;
        Function<Integer, String[][]> grid = String[][]::new;
        Maker<Item> item = Item::new;
        IntBinaryOperator max = Math::max;
        System.out.println(parse.applyAsInt("-12") + " " + length.get() + " " + upper.apply("up") + " " + starts.apply("abc", "ab"));
        System.out.println(maker.get() + " " + ints.apply(3).length + " " + grid.apply(2).length + " " + item.make("x", 1) + " " + max.applyAsInt(3, 9));
        System.out.println(new Derived().viaSuper("ann") + ", " + new Derived().viaThis("bob"));
        MethodReferences outer = new MethodReferences();
        IntFunction<Inner> inner = outer.innerMaker();
        System.out.print(inner.apply(6).v + " ");
        outer.factor = 1;
        System.out.println(inner.apply(6).v);
        Three three = MethodReferences::sum;
        IntBinaryOperator two = MethodReferences::sum;
        Supplier<Integer> zero = MethodReferences::sum;
        Function<int[], Integer> direct = MethodReferences::sum;
        BiFunction<String, Integer, String> mixed = MethodReferences::joined;
        Function<String, String> noRest = MethodReferences::joined;
        System.out.println(three.apply(1, 2, 3) + " " + two.applyAsInt(4, 5) + " " + zero.get() + " " + direct.apply(new int[] {9, 9})
                + " " + mixed.apply("r", 1) + " " + noRest.apply("n"));
        BiFunction<Integer, Integer, List<Integer>> generic = MethodReferences::<Integer>listOf;
        System.out.println(generic.apply(1, 2));
        Consumer<String> append = target()::append;
        append.accept("x");
        append.accept("y");
        System.out.println("receiver evaluated " + evaluated);
        try {
            String none = null;
            Supplier<String> broken = none::trim;
            System.out.println("not reached " + broken);
        } catch (NullPointerException e) {
            System.out.println("null receiver caught at creation");
        }
        Base base = new Base();
        Function<String, String> kept = base::greet;
        base = new Derived();
        System.out.println(kept.apply("kept"));
        Function<int[], Object> cloner = int[]::clone;
        System.out.println(((int[]) cloner.apply(new int[] {5}))[0]);
        List<String> words = new ArrayList<>(List.of("pear", "Fig", "apple"));
        words.sort(String::compareToIgnoreCase);
        words.forEach(System.out::println);
    }
}
