//@ run-native
// Exercises classic bit manipulation: counting, reversing, isolating bits, Gray codes, xorshift and CRC.
public class BitTricks {
    static int popCount(int x) {
        x = x - ((x >>> 1) & 0x55555555);
        x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
        x = (x + (x >>> 4)) & 0x0f0f0f0f;
        return (x * 0x01010101) >>> 24;
    }

    static int reverse(int x) {
        int out = 0;
        for (int i = 0; i < 32; i++) {
            out = out << 1 | x & 1;
            x >>>= 1;
        }
        return out;
    }

    static int nextPowerOfTwo(int x) {
        x--;
        x |= x >> 1;
        x |= x >> 2;
        x |= x >> 4;
        x |= x >> 8;
        x |= x >> 16;
        return x + 1;
    }

    static int crc32(String text) {
        int crc = -1;
        for (int i = 0; i < text.length(); i++) {
            crc ^= text.charAt(i) & 0xff;
            for (int k = 0; k < 8; k++) {
                crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
            }
        }
        return ~crc;
    }

    public static void main(String[] args) {
        int[] samples = {0, 1, -1, 0x80000000, 0x12345678, 0xdeadbeef, 255, 1023, 1 << 30};
        for (int s : samples) {
            System.out.println(Integer.toHexString(s) + " pop " + popCount(s) + "/" + Integer.bitCount(s)
                    + " rev " + Integer.toHexString(reverse(s)) + "/" + Integer.toHexString(Integer.reverse(s))
                    + " low " + (s & -s) + " clear " + (s & s - 1) + " nlz " + Integer.numberOfLeadingZeros(s)
                    + " ntz " + Integer.numberOfTrailingZeros(s) + " gray " + (s ^ s >>> 1)
                    + " rot " + Integer.toHexString(Integer.rotateLeft(s, 7)) + " swap " + Integer.reverseBytes(s));
        }
        for (int n : new int[] {1, 2, 3, 5, 17, 1000, 65537}) {
            System.out.print(nextPowerOfTwo(n) + " ");
        }
        System.out.println();
        System.out.println(Integer.toHexString(crc32("123456789")));
        long state = 88172645463325252L;
        for (int i = 0; i < 5; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            System.out.println(state + " " + Long.bitCount(state) + " " + Long.numberOfLeadingZeros(state));
        }
        int a = 12345, b = -678;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b + " " + (a ^ b ^ a) + " " + ((a & b) + (a | b) == a + b));
        long packed = (long) a << 32 | b & 0xffffffffL;
        System.out.println((int) (packed >> 32) + " " + (int) packed + " " + Long.toHexString(packed));
        StringBuilder subsets = new StringBuilder();
        for (int mask = 0b10110, sub = mask; sub > 0; sub = (sub - 1) & mask) {
            subsets.append(Integer.toBinaryString(sub)).append(' ');
        }
        System.out.println(subsets);
    }
}
