//@ run-native
// Every bit of StrictMath counts: a hash over the results for random arguments of all sizes, and the corners one by one.
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

public class StrictMathBits {
    private static final double[] CORNERS = {0.0, -0.0, 1, -1, 0.5, Math.PI, Math.PI / 2, Math.PI / 4, Math.E, 1e300, 1e-300,
        Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN,
        1e22, 1e-8, 709.78, -745.1, 710, 22, 0.3465, 1.0397, 1e6, 823549.7, -2.7e6};

    public static void main(String[] args) {
        one("sin", StrictMath::sin);
        one("cos", StrictMath::cos);
        one("tan", StrictMath::tan);
        one("asin", StrictMath::asin);
        one("acos", StrictMath::acos);
        one("atan", StrictMath::atan);
        one("exp", StrictMath::exp);
        one("expm1", StrictMath::expm1);
        one("log", StrictMath::log);
        one("log10", StrictMath::log10);
        one("log1p", StrictMath::log1p);
        one("sinh", StrictMath::sinh);
        one("cosh", StrictMath::cosh);
        one("tanh", StrictMath::tanh);
        one("sqrt", StrictMath::sqrt);
        one("cbrt", StrictMath::cbrt);
        one("rint", StrictMath::rint);
        one("floor", StrictMath::floor);
        one("ceil", StrictMath::ceil);
        two("atan2", StrictMath::atan2);
        two("pow", StrictMath::pow);
        two("hypot", StrictMath::hypot);
        two("IEEEremainder", StrictMath::IEEEremainder);
    }

    private static void one(String name, DoubleUnaryOperator function) {
        Random random = new Random(42);
        long hash = 0;
        for (int i = 0; i < 1500; i++) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(argument(random, i)));
        }
        StringBuilder line = new StringBuilder(name).append(' ').append(Long.toHexString(hash));
        for (double corner : CORNERS) {
            line.append(' ').append(function.applyAsDouble(corner));
        }
        System.out.println(line);
    }

    private static void two(String name, DoubleBinaryOperator function) {
        Random random = new Random(43);
        long hash = 0;
        for (int i = 0; i < 1500; i++) {
            double x = argument(random, i);
            double y = argument(random, i + random.nextInt(5));
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(i % 2 == 0 ? x : Math.abs(x), y));
        }
        for (double x : CORNERS) {
            for (double y : CORNERS) {
                hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x, y));
            }
        }
        System.out.println(name + " " + Long.toHexString(hash));
    }

    private static double argument(Random random, int i) {
        switch (i % 5) {
            case 0: return random.nextDouble() * 2 - 1;
            case 1: return (random.nextDouble() - 0.5) * 20;
            case 2: return (random.nextDouble() - 0.5) * 2000;
            case 3: return Double.longBitsToDouble(random.nextLong());
            default: return (random.nextDouble() - 0.5) * 1e7;
        }
    }
}
