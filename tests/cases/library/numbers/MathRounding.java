//@ run-native
// Exercises rounding and bit-neighbourhood functions: floor, ceil, rint, round, ulp, nextUp, scalb, fma, copySign, sqrt.
public class MathRounding {
    public static void main(String[] args) {
        double[] values = {
            0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, -0.49999999999999994, 4503599627370497.5,
                1e300, -1e300,
            Long.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
                2147483647.5, -2147483648.5,
        };
        for (double d : values) {
            System.out.println(d + ": floor=" + Math.floor(d) + " ceil=" + Math.ceil(d) + " rint=" + Math.rint(d)
                + " round=" + Math.round(d)
                + " froundint=" + Math.round((float) d) + " ulp=" + Math.ulp(d) + " exp=" + Math.getExponent(d));
        }
        for (double d : new double[] {1.0, 0.0, -0.0, Double.MAX_VALUE, Double.MIN_VALUE, -1.0,
            Double.POSITIVE_INFINITY}) {
            System.out.println(d + ": up=" + Double.toHexString(Math.nextUp(d)) + " down=" + Math.nextDown(d)
                + " after=" + Double.toHexString(Math.nextAfter(d, 0.25))
                + " scalb=" + Math.scalb(d, 3) + " scalb-=" + Math.scalb(d, -1074) + " sqrt=" + Math.sqrt(d));
        }
        System.out.println(Math.ulp(1f) + " " + Math.nextUp(1f) + " " + Math.nextDown(0f) + " " + Math.getExponent(0.1f)
            + " " + Math.scalb(1.5f, 10));
        System.out.println(Math.fma(0.1, 10, -1) + " " + (0.1 * 10 - 1) + " " + Math.fma(0.1f, 10f, -1f)
            + " " + Math.fma(1e308, 10, Double.NEGATIVE_INFINITY));
        System.out.println(Math.copySign(3, -0.0) + " " + Math.copySign(-3f, 1f) + " " + Math.IEEEremainder(5, 3)
            + " " + Math.IEEEremainder(-5.5, 2));
        double[] roots = {0, 1, 2, 3, 10, 0.25, 1e-300, 1e300, -1, Double.MIN_VALUE, 152399025};
        for (double d : roots) {
            System.out.println("sqrt(" + d + ")=" + Math.sqrt(d) + " strict=" + StrictMath.sqrt(d)
                + " hex=" + Double.toHexString(Math.sqrt(d)));
        }
        System.out.println(Math.ceil(-0.2) + " " + Math.floor(-0.2) + " " + StrictMath.rint(-0.2)
            + " " + StrictMath.floor(1e16 + 0.5));
        double sum = 0;
        for (int i = 1; i <= 10000; i++) {
            sum += Math.rint(i / 7.0) - Math.floor(i / 3.0) + Math.round(i * 0.37);
        }
        System.out.println(sum);
    }
}
