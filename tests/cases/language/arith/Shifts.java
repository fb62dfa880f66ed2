//@ run-native
// Exercises shifts by counts at and past the width, negative counts, and byte/short promotion.
public class Shifts {
    public static void main(String[] args) {
        int[] counts = {0, 1, 5, 31, 32, 33, 63, 64, 65, -1, -31, -32, -33, Integer.MIN_VALUE};
        int[] ints = {1, -1, 0x12345678, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int v : ints) {
            for (int c : counts) {
                System.out.println(v + " by " + c + ": " + (v << c) + " " + (v >> c) + " " + (v >>> c));
            }
        }
        long[] longs = {1L, -1L, 0x123456789abcdef0L, Long.MIN_VALUE};
        for (long v : longs) {
            for (int c : counts) {
                System.out.println(v + "L by " + c + ": " + (v << c) + " " + (v >> c) + " " + (v >>> c));
            }
        }
        long wideCount = 4294967297L;
        System.out.println((1 << wideCount) + " " + (-8 >> wideCount) + " " + (1L << wideCount));

        byte b = (byte) 0x80;
        System.out.println((b >> 1) + " " + (b >>> 1) + " " + (byte) (b >>> 1) + " " + ((b & 0xff) >>> 1));
        b >>>= 1;
        System.out.println(b);
        b >>>= 28;
        System.out.println(b);
        short s = (short) 0xf00f;
        s <<= 4;
        System.out.println(s);
        s >>>= 10;
        System.out.println(s);
        char c = '\uffff';
        c >>= 4;
        System.out.println((int) c);
        c <<= 12;
        System.out.println((int) c);
        int shifted = 1;
        shifted <<= 33L;
        System.out.println(shifted);
        System.out.println(1 << 2 << 3 >> 1 >>> 1);
    }
}
