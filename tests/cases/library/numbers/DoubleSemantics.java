//@ run-native
// Exercises Double and Float comparison, NaN handling, raw bits, and the constants and predicates of the wrappers.
import java.util.Arrays;

public class DoubleSemantics {
    public static void main(String[] args) {
        Double[] values = {Double.NaN, 0.0, -0.0, 1.5, -1.5, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE};
        for (Double a : values) {
            StringBuilder row = new StringBuilder();
            for (Double b : values) {
                double x = a;
                double y = b;
                row.append(x < y ? '<' : x > y ? '>' : x == y ? '=' : '?').append(a.compareTo(b)).append(a.equals(b)
                    ? 'e' : 'n').append(' ');
            }
            System.out.println(row);
        }
        Arrays.sort(values);
        System.out.println(Arrays.toString(values));
        double[] primitives = {0.0, Double.NaN, -0.0, 3, -0.0, Double.NEGATIVE_INFINITY, 0.0};
        Arrays.sort(primitives);
        System.out.println(Arrays.toString(primitives) + " " + Arrays.binarySearch(primitives, 0.0)
            + " " + Arrays.binarySearch(primitives, Double.NaN));

        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(Double.NaN, 1)
            + " " + Double.min(2, 1));
        System.out.println(Double.isNaN(0.0 / 0.0) + " " + Double.isInfinite(1 / 0.0) + " " + Double.isFinite(1e308)
            + " " + (1 / -0.0));
        System.out.println(Double.longBitsToDouble(0x7ff0000000000001L) + " " + Double.longBitsToDouble(1L)
            + " " + Float.intBitsToFloat(0x7f800000));
        System.out.println(Long.toHexString(Double.doubleToLongBits(Double.longBitsToDouble(0x7ff8000000000123L))) + " "
            + Long.toHexString(Double.doubleToRawLongBits(Double.longBitsToDouble(0x7ff8000000000123L))));
        System.out.println(Double.MAX_EXPONENT + " " + Double.MIN_EXPONENT + " " + Double.SIZE + " " + Double.MIN_NORMAL
            + " " + Float.BYTES);
        conversions();
        System.out.println(Double.valueOf(2.9).intValue() + " " + Double.valueOf(-2.9).longValue()
            + " " + Double.valueOf(300.7).byteValue()
            + " " + Float.valueOf(1e10f).shortValue() + " " + Double.valueOf(0.1).floatValue()
                + " " + Integer.valueOf(7).doubleValue());
        System.out.println(Double.sum(1, 2) + " " + Double.compare(-0.0, 0.0) + " " + Float.compare(Float.NaN, 1)
            + " " + Float.hashCode(1.5f));
        System.out.println(5.5 % 2.0 + " " + -5.5 % 2.0 + " " + 5.5 % -2.0 + " " + 1.0 % 0 + " " + 1e308 % 7
            + " " + 5f % Float.POSITIVE_INFINITY);
    }

    private static void conversions() {
        double[] inputs = {1e20, -1e20, Double.NaN, 2147483647.9, -2147483648.9, 0.999999, 65.7,
            Double.POSITIVE_INFINITY};
        for (double d : inputs) {
            System.out.println((int) d + " " + (long) d + " " + (short) d + " " + (byte) d + " " + (int) (char) d
                + " " + Float.toHexString((float) d));
        }
        long big = 9007199254740993L;
        System.out.println((double) big + " " + (double) (float) big + " " + (long) (double) Long.MAX_VALUE
            + " " + (float) 16777217 + " " + (int) (float) Integer.MAX_VALUE);
    }
}
