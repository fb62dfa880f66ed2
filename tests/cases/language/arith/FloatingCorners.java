//@ run-native
// Exercises NaN, infinities and signed zeros through comparison, arithmetic, boxing and Math.min/max.
public class FloatingCorners {
    static String compare(double a, double b) {
        return (a < b ? "<" : "") + (a > b ? ">" : "") + (a == b ? "=" : "") + (a != b ? "!" : "")
                + (a <= b ? "l" : "") + (a >= b ? "g" : "") + (!(a < b) ? "n" : "") + (!(a > b) ? "N" : "");
    }

    static String compare(float a, float b) {
        return (a < b ? "<" : "") + (a > b ? ">" : "") + (a == b ? "=" : "") + (a != b ? "!" : "")
                + (a <= b ? "l" : "") + (a >= b ? "g" : "") + (!(a < b) ? "n" : "") + (!(a > b) ? "N" : "");
    }

    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.5, -1.5, Double.MIN_VALUE, Double.MAX_VALUE,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double a : values) {
            for (double b : values) {
                System.out.println(a + " " + b + " " + compare(a, b) + " " + compare((float) a, (float) b)
                        + " " + Double.compare(a, b) + " " + Double.valueOf(a).equals(b)
                        + " min " + Math.min(a, b) + " max " + Math.max(a, b));
            }
        }
        for (double a : values) {
            System.out.println(a + ": " + (a * 4) + " " + (a - a) + " " + (a * 0) + " " + (1 / a) + " " + -a
                    + " " + Double.isNaN(a) + " " + Double.isInfinite(a) + " " + Math.abs(a) + " " + Math.signum(a));
        }
        System.out.println(Double.MAX_VALUE * 2);
        System.out.println(Double.MAX_VALUE + 1.0 == Double.MAX_VALUE);
        System.out.println(Double.MIN_VALUE / 2);
        System.out.println(-Double.MIN_VALUE / 2);
        System.out.println(Float.MIN_VALUE / 2);
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println((double) 0.1f);
        System.out.println(1e16 + 1);
        System.out.println(16777216f + 1f);
        System.out.println(Math.sqrt(-1) + " " + Math.sqrt(-0.0) + " " + Math.sqrt(2));
        double nan = Double.NaN;
        boolean self = nan == nan;
        System.out.println(self + " " + Double.valueOf(nan).equals(nan) + " " + (0.0 == -0.0)
                + " " + Double.valueOf(0.0).equals(-0.0));
        float step = 0;
        for (int i = 0; i < 10; i++) {
            step += 0.1f;
        }
        System.out.println(step + " " + (step == 1.0f));
    }
}
