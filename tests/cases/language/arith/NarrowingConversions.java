//@ run-native
// Exercises every integral narrowing and the sign or zero extension coming back.
public class NarrowingConversions {
    static byte asByte(int v) { return (byte) v; }

    static short asShort(int v) { return (short) v; }

    static char asChar(int v) { return (char) v; }

    static boolean isNegative(byte b) { return b < 0; }

    public static void main(String[] args) {
        int[] values = {0, 127, 128, 129, 255, 256, 32767, 32768, 65535, 65536, -1, -128, -129, -32768, -32769,
            0x12345678, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int v : values) {
            System.out.println(v + ": " + asByte(v) + " " + asShort(v) + " " + (int) asChar(v) + " "
                    + (byte) asChar(v) + " " + (short) asChar(v) + " " + (int) (char) asByte(v)
                    + " " + (asByte(v) & 0xff) + " " + isNegative(asByte(v)));
        }
        long[] longs = {1L << 31, 1L << 32, (1L << 32) - 1, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 0x1122334455667788L};
        for (long v : longs) {
            System.out.println(v + ": " + (int) v + " " + (short) v + " " + (byte) v + " " + (int) (char) v
                    + " " + (v & 0xffffffffL));
        }
        byte[] bytes = new byte[3];
        short[] shorts = new short[3];
        char[] chars = new char[3];
        boolean[] flags = new boolean[3];
        for (int i = 0; i < 3; i++) {
            bytes[i] = (byte) (200 + i * 100);
            shorts[i] = (short) (40000 + i * 30000);
            chars[i] = (char) (-1 - i);
            flags[i] = (i & 1) == 1;
            System.out.println(bytes[i] + " " + shorts[i] + " " + (int) chars[i] + " " + flags[i]);
        }
        bytes[0]++;
        bytes[1] = (byte) -bytes[1];
        bytes[2] ^= 0x1ff;
        shorts[0] >>= 3;
        chars[0] += 2;
        flags[0] |= true;
        flags[1] &= false;
        flags[2] ^= true;
        System.out.println(bytes[0] + " " + bytes[1] + " " + bytes[2] + " " + shorts[0] + " " + (int) chars[0]
                + " " + flags[0] + flags[1] + flags[2]);
        byte wrap = Byte.MAX_VALUE;
        wrap++;
        short swrap = Short.MIN_VALUE;
        swrap--;
        char cwrap = 0;
        cwrap--;
        System.out.println(wrap + " " + swrap + " " + (int) cwrap);
    }
}
