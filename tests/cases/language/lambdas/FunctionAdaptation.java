//@ run-native
// Exercises conversions between functional signatures and their targets: boxing, unboxing, widening, void, covariance, intersections.
import java.io.Serializable;
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

public class FunctionAdaptation {
    interface CharToInt { int apply(char c); }

    interface ByteTaker { long take(byte b); }

    interface BoxTaker { double take(Integer i); }

    interface LongMaker { Long make(int i); }

    interface Shape { String area(int w, int h); }

    static int twice(int x) { return x * 2; }

    static long grow(long x) { return x << 33; }

    static double half(double x) { return x / 2; }

    static Integer boxed(Integer x) { return x + 1; }

    static Integer nothing(Object o) { return null; }

    static int calls;

    static int countCall(Object o) { return ++calls; }

    static String objects(Object a, Object b) { return a + "&" + b; }

    static <T extends Comparable<T> & Serializable> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }

    static <T extends Runnable & Supplier<String>> String both(T t) {
        t.run();
        return t.get();
    }

    static class Task implements Runnable, Supplier<String> {
        String state = "new";

        public void run() { state = "ran"; }

        public String get() { return state; }
    }

    public static void main(String[] args) {
        Function<Integer, Integer> unboxBox = FunctionAdaptation::twice;
        IntUnaryOperator plain = FunctionAdaptation::boxed;
        IntToLongFunction widenBoth = FunctionAdaptation::grow;
        IntToDoubleFunction widenReturn = FunctionAdaptation::twice;
        CharToInt fromChar = FunctionAdaptation::twice;
        ByteTaker fromByte = FunctionAdaptation::grow;
        BoxTaker unboxWiden = FunctionAdaptation::grow;
        LongMaker toBoxedLong = FunctionAdaptation::grow;
        ToDoubleFunction<Integer> fromBox = FunctionAdaptation::half;
        ToLongFunction<String> lengthWidened = String::length;
        System.out.println(unboxBox.apply(21) + " " + plain.applyAsInt(1) + " " + widenBoth.applyAsLong(3) + " " + widenReturn.applyAsDouble(4));
        System.out.println(fromChar.apply('a') + " " + fromByte.take((byte) -1) + " " + unboxWiden.take(2) + " " + toBoxedLong.make(1)
                + " " + fromBox.applyAsDouble(5) + " " + lengthWidened.applyAsLong("four"));
        Consumer<String> dropped = FunctionAdaptation::countCall;
        dropped.accept("x");
        Runnable newObject = Object::new;
        newObject.run();
        Consumer<Object> lambdaDropped = o -> countCall(o);
        lambdaDropped.accept(1);
        System.out.println("calls " + calls);
        Shape boxedArgs = FunctionAdaptation::objects;
        System.out.println(boxedArgs.area(3, 4));
        Function<String, Object> covariant = String::length;
        Function<? super Integer, ? extends Number> wild = unboxBox;
        System.out.println(covariant.apply("xyz") + " " + wild.apply(5));
        try {
            IntUnaryOperator broken = FunctionAdaptation::nothing;
            broken.applyAsInt(1);
        } catch (NullPointerException e) {
            System.out.println("unboxing null result");
        }
        BiFunction<String, String, String> choose = FunctionAdaptation::larger;
        System.out.println(choose.apply("pear", "plum"));
        Task task = new Task();
        System.out.println(both(task));
        Function<Task, String> unbound = FunctionAdaptation::both;
        System.out.println(unbound.apply(new Task()));
        Runnable marked = (Runnable & Serializable) () -> System.out.println("marked lambda");
        marked.run();
        System.out.println((marked instanceof Serializable) + " " + (newObject instanceof Serializable));
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().or("q"::equals).test("") + " " + Predicate.not(empty).test("x"));
        IntFunction<Comparator<String>> at = n -> (a, b) -> a.charAt(n) - b.charAt(n);
        System.out.println(at.apply(1).compare("ab", "ac") + " " + at.apply(0).reversed().compare("ab", "bc"));
        DoubleUnaryOperator chain = ((DoubleUnaryOperator) FunctionAdaptation::half).andThen(Math::sqrt).compose(x -> x * x);
        System.out.println(chain.applyAsDouble(Math.sqrt(8)));
    }
}
