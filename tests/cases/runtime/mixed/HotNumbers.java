//@ run-native
// Arithmetic in hot loops: ends of ranges, NaN and its bits, shifts, conversions, narrow elements and fields.
public class HotNumbers {
    static byte b;
    static short s;
    static char c;
    static boolean z;
    byte nb;
    short ns;
    char nc;
    boolean nz;
    long nl;
    float nf;
    double nd;

    static final int[] INTS = {0, 1, -1, 7, -8, 31, 33, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x12345678};
    static final long[] LONGS = {0, 1, -1, 63, 65, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789abcdefL};
    static final double[] DOUBLES = {
        0.0, -0.0, 1.5, -2.5, 1e300, -1e300, 1e-310, Double.NaN, 0.0 / zero(), Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, 2147483647.5, -9.3e18, Double.longBitsToDouble(0x7ff8000000000abcL)
    };

    static double zero() {
        return 0.0;
    }

    static long ints(long hash) {
        for (int x : INTS) {
            for (int y : INTS) {
                hash = hash * 31 + (x + y) + (x - y) * 3 + (long) (x * y) + (x & y) + (x | y) + (x ^ y);
                hash = hash * 31 + (x << y) + (x >> y) + (x >>> y) + -x + (byte) x + (short) y + (char) x;
                if (y != 0) {
                    hash = hash * 31 + x / y + x % y;
                }
                hash += x < y ? 1 : x == y ? 2 : x > y ? 3 : 4;
                switch (x & 7) {
                    case 0: hash ^= 5; break;
                    case 1: hash += 9; break;
                    case 5: hash -= 2; break;
                    default: hash ^= 77;
                }
                switch (x) {
                    case -1: hash++; break;
                    case Integer.MIN_VALUE: hash += 3; break;
                    case 1 << 30: hash += 5; break;
                    default:
                }
            }
        }
        return hash;
    }

    static long longs(long hash) {
        for (long x : LONGS) {
            for (long y : LONGS) {
                hash = hash * 31 + (x + y) + (x - y) * 3 + x * y + (x & y) + (x | y) + (x ^ y);
                hash = hash * 31 + (x << y) + (x >> y) + (x >>> y) + -x + (int) x + Long.compare(x, y);
                if (y != 0) {
                    hash = hash * 31 + x / y + x % y;
                }
                hash += x < y ? 1 : x == y ? 2 : 3;
                hash = hash * 31 + Double.doubleToRawLongBits((double) x) + Float.floatToRawIntBits((float) y);
            }
        }
        return hash;
    }

    static long doubles(long hash) {
        for (double x : DOUBLES) {
            for (double y : DOUBLES) {
                hash = hash * 31 + bits(x + y) + bits(x - y) * 3 + bits(x * y) + bits(x / y) + bits(-x);
                hash = hash * 31 + (int) x + (long) y + (x < y ? 1 : 2) + (x > y ? 4 : 8) + (x == y ? 16 : 32);
                hash += (x <= y ? 1 : 2) + (x >= y ? 4 : 8) + (x != y ? 16 : 32);
                float f = (float) x;
                float g = (float) y;
                hash = hash * 31 + bits(f + g) + bits(f - g) + bits(f * g) + bits(f / g) + bits(-f) + (int) f + (long) g;
                hash += (f < g ? 1 : 2) + (f > g ? 4 : 8) + (f <= g ? 1 : 2) + (f >= g ? 4 : 8) + bits((double) f);
                hash = hash * 31 + bits(x % y);
            }
        }
        return hash;
    }

    /** Which NaN comes of two is nobody's business. */
    static long bits(double value) {
        return Double.doubleToLongBits(value);
    }

    static int bits(float value) {
        return Float.floatToIntBits(value);
    }

    long fields(long hash) {
        byte[] bytes = new byte[8];
        short[] shorts = new short[8];
        char[] chars = new char[8];
        boolean[] flags = new boolean[8];
        float[] floats = new float[8];
        for (int x : INTS) {
            int i = x & 7;
            b += x;
            s += x;
            c += x;
            z ^= (x & 1) != 0;
            nb += x;
            ns -= x;
            nc += x * 3;
            nz = !nz;
            nl += x;
            nf += x;
            nd -= x;
            bytes[i] += x;
            shorts[i] += x;
            chars[i] += x;
            flags[i] ^= (x & 2) != 0;
            floats[i] += x;
            hash = hash * 31 + b + s + c + (z ? 1 : 0) + nb + ns + nc + (nz ? 1 : 0) + nl + bits(nf) + bits(nd);
            hash = hash * 31 + bytes[i] + shorts[i] + chars[i] + (flags[i] ? 1 : 0) + bits(floats[i]);
        }
        return hash;
    }

    public static void main(String[] args) {
        HotNumbers numbers = new HotNumbers();
        long hash = 17;
        for (int round = 0; round < 40; round++) {
            hash = ints(hash);
            hash = longs(hash);
            hash = doubles(hash);
            hash = numbers.fields(hash);
            if (round % 10 == 9) {
                System.out.println(round + " " + hash);
            }
        }
    }
}
