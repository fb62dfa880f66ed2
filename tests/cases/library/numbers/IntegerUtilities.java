//@ run-native
// Exercises Integer and Long statics: radix conversion, parsing errors, unsigned operations, and value caches.
public class IntegerUtilities {
    public static void main(String[] args) {
        int[] samples = {0, 1, -1, 42, -128, 255, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int v : samples) {
            System.out.println(v + " " + Integer.toBinaryString(v) + " " + Integer.toOctalString(v) + " "
                + Integer.toHexString(v) + " " + Integer.toString(v, 36) + " " + Integer.toString(v, 7)
                + " " + Integer.toUnsignedString(v) + " " + Integer.toUnsignedString(v, 16)
                    + " " + Integer.toUnsignedLong(v));
        }
        long[] longs = {0L, -1L, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, 1234567890123L};
        for (long v : longs) {
            System.out.println(v + " " + Long.toBinaryString(v).length() + " " + Long.toHexString(v) + " "
                + Long.toString(v, 36) + " " + Long.toUnsignedString(v) + " " + Long.toUnsignedString(v, 3)
                + " " + Long.hashCode(v) + " " + Long.signum(v));
        }
        parse("42", 10);
        parse("+42", 10);
        parse("-0", 10);
        parse("7fffffff", 16);
        parse("80000000", 16);
        parse("-80000000", 16);
        parse("2147483648", 10);
        parse("-2147483648", 10);
        parse("zz", 36);
        parse("12", 2);
        parse("", 10);
        parse("+", 10);
        parse(" 1", 10);
        parse("1_000", 10);
        parse(null, 10);
        parse("1", 99);
        parse("\u0663\u0664", 10);

        System.out.println(Integer.decode("0x1F") + " " + Integer.decode("-#ff") + " " + Integer.decode("010")
            + " " + Long.decode("0x7fffffffffffffff"));
        System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Integer.parseInt("xx123yy", 2, 5, 10));
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.divideUnsigned(-1, 7) + " "
            + Integer.remainderUnsigned(-1, 7) + " " + Long.divideUnsigned(-1L, 10)
                + " " + Long.remainderUnsigned(-1L, 10)
            + " " + Long.compareUnsigned(Long.MIN_VALUE, Long.MAX_VALUE)
                + " " + Long.parseUnsignedLong("18446744073709551615"));
        caches();
    }

    private static void parse(String text, int radix) {
        try {
            System.out.println(Integer.parseInt(text, radix));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void caches() {
        Integer low = -128, lowAgain = -128, high = 127, highAgain = 127;
        Long cached = 100L, cachedAgain = 100L;
        System.out.println((low == lowAgain) + " " + (high == highAgain) + " " + (cached == cachedAgain));
        System.out.println(Integer.valueOf(1000).equals(1000) + " " + Integer.valueOf(5).equals(5L)
            + " " + (Character.valueOf('a') == Character.valueOf('a'))
                + " " + (Boolean.valueOf("TRUE") == Boolean.TRUE));
        System.out.println(Integer.compare(3, 9) + " " + Integer.valueOf(3).compareTo(3) + " " + Integer.max(2, 8) + " "
            + Integer.sum(4, 5) + " " + Integer.signum(-9) + " " + Integer.getInteger("no.such.property", 77));
        System.out.println(Byte.parseByte("-128") + " " + Short.parseShort("7fff", 16)
            + " " + Byte.toUnsignedInt((byte) -1));
        try {
            Byte.parseByte("128");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
