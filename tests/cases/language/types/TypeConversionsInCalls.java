//@ run-native
// Exercises argument and return conversions across calls: slots of long and double, promotions, many parameters.
public class TypeConversionsInCalls {
    static String many(byte a, long b, char c, double d, short e, float f, boolean g, int h, long i, double j, String k, int[] l) {
        return a + "|" + b + "|" + c + "|" + d + "|" + e + "|" + f + "|" + g + "|" + h + "|" + i + "|" + j + "|" + k + "|" + l.length;
    }

    static long widen(byte b) { return b; }

    static double widenFloat(float f) { return f; }

    static float fromLong(long l) { return l; }

    static int fromChar(char c) { return c; }

    static byte narrow(int i) { return (byte) i; }

    static char letter(int i) { return (char) ('a' + i); }

    static short constant() { return 'x'; }

    static boolean negate(boolean b) { return !b; }

    static Object boxed(long l) { return l; }

    static Number either(boolean b) { return b ? 1 : 2.5; }

    static Number object(boolean b) {
        if (b) return 1;
        return 2.5;
    }

    static long swap(long a, double b, long c) {
        long t = a;
        a = c;
        c = t;
        b = a - c;
        return a * 1000 + c * 10 + (long) b;
    }

    static int modify(int x, int[] cells, String s, StringBuilder sb) {
        x++;
        cells[0]++;
        s += "changed";
        sb.append("changed");
        cells = new int[] {100};
        return x + cells[0] + s.length();
    }

    long a = 1;
    double b = 2;

    double instance(long x, double y, int z, long w) { return a + b * x - y / z + w; }

    public static void main(String[] args) {
        System.out.println(many((byte) 200, 1, 'z', 3, (short) -1, 7L, true, 'a', Integer.MIN_VALUE, 1f / 3, null, new int[4]));
        System.out.println(widen((byte) 0x80) + " " + widenFloat(0.1f) + " " + fromLong(Long.MAX_VALUE) + " " + fromChar('\uffff'));
        System.out.println(narrow(0x1ff) + " " + letter(25) + " " + constant() + " " + negate(negate(false)));
        System.out.println(boxed('a') + " " + boxed((byte) -1).getClass().getSimpleName() + " " + either(true) + " " + object(true));
        System.out.println(swap(7, 0, 9));
        int x = 5;
        int[] cells = {1};
        String s = "same";
        StringBuilder sb = new StringBuilder("sb-");
        System.out.println(modify(x, cells, s, sb) + " " + x + " " + cells[0] + " " + s + " " + sb);
        System.out.println(new TypeConversionsInCalls().instance(3, 5, 2, 1L << 33));
        System.out.println(Math.max(1, 2L) + " " + Math.max(1f, 2) + " " + Math.abs('a') + " " + Math.min(-0.0f, 0));
        long mixed = 1 + 2L * 'c' - (byte) 300 + (short) 70000;
        float fl = 1 + 2L;
        double dbl = 1 / 2 + 1 / 2f + 1 / 2d;
        System.out.println(mixed + " " + fl + " " + dbl);
        byte b = 10;
        final byte fin = 20;
        byte sum = fin + 30;
        System.out.println(sum + " " + (b + fin) + " " + (byte) (b * 26) + " " + (b << 5) + " " + +b + " " + -b + " " + ~b);
    }
}
