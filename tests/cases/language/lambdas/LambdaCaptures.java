//@ run-native
// Exercises lambdas of every capture shape: nothing, each primitive type, references, this, many at once and arrays.
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

public class LambdaCaptures {
    interface ToText { String text(); }

    interface FloatMaker { float make(); }

    interface ByteMaker { byte make(); }

    interface CharMaker { char make(); }

    interface ShortMaker { short make(); }

    interface Flag { boolean on(); }

    private int counter = 10;
    private final String name;

    LambdaCaptures(String name) { this.name = name; }

    IntSupplier counting() { return () -> counter++; }

    Supplier<String> named(String suffix) { return () -> name + suffix + counter; }

    Supplier<Supplier<String>> layered(int depth) {
        return () -> {
            int inner = depth * 2 + counter;
            return () -> name + depth + inner + this.counter;
        };
    }

    static ToText everything(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a) {
        return () -> z + " " + b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + t + " " + a[0];
    }

    static Supplier<Integer> parameterOnly(int p) { return () -> p + p; }

    public static void main(String[] args) {
        Runnable nothing = () -> System.out.println("nothing captured");
        nothing.run();
        boolean z = true;
        byte b = -7;
        short s = -300;
        char c = 'k';
        int i = 1 << 30;
        long l = 1L << 62;
        float f = 1.5f;
        double d = -2.25;
        Flag flag = () -> !z;
        ByteMaker bm = () -> (byte) (b * 2);
        ShortMaker sm = () -> s;
        CharMaker cm = () -> (char) (c + 1);
        IntSupplier im = () -> i * 3;
        LongSupplier lm = () -> l * 3;
        FloatMaker fm = () -> f / 3;
        DoubleSupplier dm = () -> d / 3;
        System.out.println(flag.on() + " " + bm.make() + " " + sm.make() + " " + cm.make() + " " + im.getAsInt() + " "
                + lm.getAsLong() + " " + fm.make() + " " + dm.getAsDouble());
        int[] cell = {1};
        ToText all = everything(z, b, s, c, i, l, f, d, "t", cell);
        System.out.println(all.text());
        cell[0] = 2;
        System.out.println(all.text());
        LambdaCaptures one = new LambdaCaptures("one");
        LambdaCaptures two = new LambdaCaptures("two");
        IntSupplier up = one.counting();
        System.out.println(up.getAsInt() + " " + up.getAsInt() + " " + two.counting().getAsInt() + " " + one.counter + " " + two.counter);
        Supplier<String> named = one.named("-x");
        one.counter = 99;
        System.out.println(named.get() + " " + two.named("-y").get());
        Supplier<String> late = one.layered(4).get();
        one.counter = 0;
        System.out.println(late.get());
        System.out.println(parameterOnly(21).get());
        IntSupplier[] loop = new IntSupplier[4];
        for (int k = 0; k < loop.length; k++) {
            int kept = k * k;
            loop[k] = () -> kept + cell[0]++;
        }
        for (IntSupplier each : loop) {
            System.out.print(each.getAsInt() + " ");
        }
        for (String word : new String[] {"for", "each"}) {
            Runnable r = () -> System.out.print(word + " ");
            r.run();
        }
        System.out.println(cell[0]);
    }
}
