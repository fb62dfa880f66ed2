//@ run-native
// Exercises widening of int and long to float and double where bits are lost, and double to float rounding.
public class WideningPrecision {
    static void bits(String what, float f) {
        System.out.println(what + " " + Integer.toHexString(Float.floatToRawIntBits(f)));
    }

    static void bits(String what, double d) {
        System.out.println(what + " " + Long.toHexString(Double.doubleToRawLongBits(d)));
    }

    public static void main(String[] args) {
        int[] ints = {16777215, 16777216, 16777217, 16777219, Integer.MAX_VALUE, Integer.MIN_VALUE, 123456789};
        for (int v : ints) {
            float f = v;
            double d = v;
            bits("i2f " + v, f);
            bits("i2d " + v, d);
            System.out.println((int) f - v + " " + ((int) d - v));
        }
        long[] longs = {9007199254740992L, 9007199254740993L, 9007199254740995L, Long.MAX_VALUE, Long.MIN_VALUE,
            Long.MAX_VALUE - 512, Long.MAX_VALUE - 513, 0x7fffff4000000001L, 0x7fffffc000000000L};
        for (long v : longs) {
            bits("l2f " + v, (float) v);
            bits("l2d " + v, (double) v);
            bits("l2d2f " + v, (float) (double) v);
            System.out.println((long) (double) v - v);
        }
        double[] doubles = {0.1, 1e-45, 7e-46, 7.1e-46, 3.4028235e38, 3.4028235677973366e38, 3.4028235677973365e38,
            1.00000005960464477539, 1.0000000596046449, 1e40, -1e40, -1e-50, Double.NaN};
        for (double v : doubles) {
            bits("d2f " + v, (float) v);
        }
        float sum = 0;
        for (int i = 0; i < 20000000; i += 999983) {
            sum += i;
        }
        bits("sum", sum);
        System.out.println(Integer.MAX_VALUE == (float) Integer.MAX_VALUE);
        System.out.println(Long.MAX_VALUE == (double) Long.MAX_VALUE);
        System.out.println(16777217 == 16777216f);
        System.out.println(1 / 2 * 2.0 + " " + 1 / 2.0 * 2 + " " + 'a' / 2 + " " + 'a' / 2f);
    }
}
