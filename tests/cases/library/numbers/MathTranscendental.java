//@ run-native
// Exercises StrictMath trigonometry, exponentials and powers to the last bit, and Math's counterparts to ten digits.
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

public class MathTranscendental {
    private static final double[] INPUTS = {
        0.0, -0.0, 1e-10, 0.1, 0.5, 0.7853981633974483, 1.0, -1.0, 1.5707963267948966, 2.0, 3.141592653589793, 10.0,
            100.5, 1e6, 1e22,
        -0.75, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
    };

    public static void main(String[] args) {
        row("sin", StrictMath::sin, Math::sin);
        row("cos", StrictMath::cos, Math::cos);
        row("tan", StrictMath::tan, Math::tan);
        row("asin", StrictMath::asin, Math::asin);
        row("acos", StrictMath::acos, Math::acos);
        row("atan", StrictMath::atan, Math::atan);
        row("sinh", StrictMath::sinh, Math::sinh);
        row("cosh", StrictMath::cosh, Math::cosh);
        row("tanh", StrictMath::tanh, Math::tanh);
        row("exp", StrictMath::exp, Math::exp);
        row("expm1", StrictMath::expm1, Math::expm1);
        row("log", StrictMath::log, Math::log);
        row("log10", StrictMath::log10, Math::log10);
        row("log1p", StrictMath::log1p, Math::log1p);
        row("cbrt", StrictMath::cbrt, Math::cbrt);
        double[][] pairs = {{2, 10}, {2, 0.5}, {-2, 3}, {-2, 0.5}, {0, 0}, {0, -1}, {-0.0, -3}, {1.0000001, 1e7},
            {10, -320}, {3, 4}, {-5, 12}, {1e200, 1e200}};
        for (double[] p : pairs) {
            System.out.println(p[0] + "," + p[1] + " pow=" + StrictMath.pow(p[0], p[1])
                + " hypot=" + StrictMath.hypot(p[0], p[1])
                + " atan2=" + StrictMath.atan2(p[0], p[1]) + " ~pow=" + digits(Math.pow(p[0], p[1]))
                    + " ~hypot=" + digits(Math.hypot(p[0], p[1]))
                + " ~atan2=" + digits(Math.atan2(p[0], p[1])));
        }
        System.out.println(Math.pow(2, 40) + " " + Math.pow(10, 15) + " " + Math.pow(7, 2)
            + " " + Math.pow(Double.NaN, 0) + " " + Math.pow(1, Double.NaN));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.toRadians(30));
        System.out.println(digits(Math.sin(Math.toRadians(30))) + " " + digits(Math.log(Math.E)) + " " + Math.exp(0)
            + " " + Math.log10(1000));
    }

    private static void row(String name, DoubleUnaryOperator strict, DoubleUnaryOperator fast) {
        StringBuilder out = new StringBuilder(name);
        for (double input : INPUTS) {
            out.append(' ').append(strict.applyAsDouble(input)).append('~').append(digits(fast.applyAsDouble(input)));
        }
        System.out.println(out);
    }

    /** Ten significant digits hide the one-ulp freedom the specification grants to Math. */
    private static String digits(double value) {
        return String.format(Locale.ROOT, "%.9e", value);
    }
}
