//@ run-native
// Exercises bit-level statics of Integer, Long, Short and shift operators, cross-checked against loops.
public class BitTwiddling {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 0x80000000, 0x7fffffff, 0x12345678, 0xF0F0F0F0, 10, 1 << 20};
        for (int v : ints) {
            System.out.println(Integer.toHexString(v) + " count=" + Integer.bitCount(v)
                + " rev=" + Integer.toHexString(Integer.reverse(v))
                + " bytes=" + Integer.toHexString(Integer.reverseBytes(v))
                    + " hi=" + Integer.toHexString(Integer.highestOneBit(v))
                + " lo=" + Integer.toHexString(Integer.lowestOneBit(v)) + " nlz=" + Integer.numberOfLeadingZeros(v)
                + " ntz=" + Integer.numberOfTrailingZeros(v) + " rotl=" + Integer.toHexString(Integer.rotateLeft(v, 5))
                + " rotr=" + Integer.toHexString(Integer.rotateRight(v, 37)));
        }
        long[] longs = {0L, 1L, -1L, Long.MIN_VALUE, 0x123456789abcdef0L, 1L << 33};
        for (long v : longs) {
            System.out.println(Long.toHexString(v) + " count=" + Long.bitCount(v)
                + " rev=" + Long.toHexString(Long.reverse(v))
                + " bytes=" + Long.toHexString(Long.reverseBytes(v)) + " hi=" + Long.toHexString(Long.highestOneBit(v))
                + " nlz=" + Long.numberOfLeadingZeros(v) + " ntz=" + Long.numberOfTrailingZeros(v)
                + " rotl=" + Long.toHexString(Long.rotateLeft(v, 60)));
        }
        System.out.println(Integer.toHexString(Short.reverseBytes((short) 0x1234))
            + " " + Short.toUnsignedInt((short) -1));

        int mismatches = 0;
        int state = 12345;
        for (int i = 0; i < 2000; i++) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            mismatches += Integer.bitCount(state) == slowCount(state) ? 0 : 1;
            mismatches += Integer.reverse(Integer.reverse(state)) == state ? 0 : 1;
            mismatches += Integer.numberOfTrailingZeros(state) == Integer.bitCount((state & -state) - 1) ? 0 : 1;
        }
        System.out.println("mismatches " + mismatches + " state " + state);
        shifts();
    }

    private static void shifts() {
        int value = -17;
        System.out.println((value >> 1) + " " + (value >>> 28) + " " + (value << 33) + " " + (value >> -1)
            + " " + (1 << 32));
        long wide = -17L;
        System.out.println((wide >> 1) + " " + (wide >>> 60) + " " + (wide << 65) + " " + (1L << -1)
            + " " + (1L << 64));
        byte small = (byte) 0x90;
        System.out.println((small >> 2) + " " + (small >>> 2) + " " + ((small & 0xff) >>> 2)
            + " " + (byte) (small << 1));
        small >>>= 1;
        System.out.println(small + " " + (~value) + " " + (value ^ 5) + " " + (value & 0xff) + " " + (value | 8));
        int packed = 0;
        for (int field : new int[] {3, 14, 7, 1}) {
            packed = packed << 4 | field;
        }
        System.out.println(Integer.toHexString(packed) + " " + (packed >> 8 & 0xf)
            + " gray=" + Integer.toBinaryString(packed ^ packed >> 1));
    }

    private static int slowCount(int v) {
        int count = 0;
        for (int bit = 0; bit < 32; bit++) {
            count += v >>> bit & 1;
        }
        return count;
    }
}
