//@ run-native
// Exercises saturation and NaN handling of f2i, f2l, d2i, d2l and the two-step narrowing to byte, short, char.
public class FloatToIntSaturation {
    static void show(double d) {
        float f = (float) d;
        System.out.println(d + " -> int " + (int) d + " long " + (long) d + " byte " + (byte) d + " short " + (short) d
                + " char " + (int) (char) d);
        System.out.println("  as float -> int " + (int) f + " long " + (long) f + " byte " + (byte) f
                + " short " + (short) f + " char " + (int) (char) f);
    }

    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 0.99, -0.99, 1.5, -1.5, 127.9, 128.0, -129.0, 255.5, 256.0, 32768.0, 65535.0,
            65536.0, 2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 4294967296.0, 1e15,
            9.2233720368547E18, 9.223372036854776E18, -9.223372036854776E18, 1e300, -1e300,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, Double.MIN_VALUE};
        for (double d : values) {
            show(d);
        }
        System.out.println(Math.round(0.5) + " " + Math.round(-0.5) + " " + Math.round(1.5) + " " + Math.round(-1.5)
                + " " + Math.round(2.5f) + " " + Math.round(Double.NaN) + " " + Math.round(1e30));
        System.out.println(Math.round(0.49999999999999994) + " " + Math.rint(0.5) + " " + Math.rint(1.5)
                + " " + Math.floor(-0.5) + " " + Math.ceil(-0.5));
        double below = Double.longBitsToDouble(0x43dfffffffffffffL);
        System.out.println((long) below + " " + (long) -below + " " + (long) (below + 1024) + " " + (int) (float) below);
        int i = 10;
        i *= 1e10;
        System.out.println(i);
        i = -3;
        i += 0.9999;
        System.out.println(i);
        byte b = 1;
        b += 300.7;
        System.out.println(b);
        char c = 'A';
        c += 1.99f;
        System.out.println(c);
        long l = Long.MAX_VALUE;
        l -= 0.0;
        System.out.println(l);
        l = Long.MAX_VALUE - 1;
        l += 1f;
        System.out.println(l);
    }
}
