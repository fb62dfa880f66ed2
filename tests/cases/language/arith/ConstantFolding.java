//@ run-native
// Exercises expressions folded by javac against the same expressions computed at run time, string identity included.
public class ConstantFolding {
    static final int WIDTH = 1 << 4;
    static final String NAME = "walk" + WIDTH + 'x' + 1.5f + true + 2L;
    static final double THIRD = 1.0 / 3;
    static final long BIG = Integer.MAX_VALUE + 1L;
    static final int WRAPPED = Integer.MAX_VALUE + 1;
    static final byte SMALL = (byte) 300;

    static int seven() { return 7; }

    public static void main(String[] args) {
        int one = args.length + 1;
        int width = one << 4;
        String name = "walk" + width + 'x' + 1.5f * one + (one == 1) + 2L * one;
        System.out.println(NAME + " " + name + " " + NAME.equals(name) + " " + (NAME == name)
                + " " + (NAME == name.intern()));
        System.out.println(THIRD == one / 3.0);
        System.out.println(BIG == Integer.MAX_VALUE + (long) one);
        System.out.println(WRAPPED == Integer.MAX_VALUE + one);
        System.out.println(SMALL == (byte) (300 * one));
        final String local = "wa";
        String effectively = "wa";
        System.out.println(("wa" + "lk" == local + "lk") + " " + ("walk" == effectively + "lk"));
        System.out.println((0.0 / 0.0 != 0.0 / 0.0) + " " + (1 / 0.0) + " " + (-1 / 0.0f) + " " + (1 / -0.0));
        double zero = one - 1;
        System.out.println((zero / zero != zero / zero) + " " + (one / zero) + " " + (-one / zero) + " " + (one / -zero));
        System.out.println((int) 3.99e10 + " " + (long) 1e19 + " " + (char) 97.9 + " " + (byte) 200.5 + " " + (int) Float.NaN);
        double d = 3.99e10 * one;
        double e = 1e19 * one;
        double f = 97.9 * one;
        double g = 200.5 * one;
        System.out.println((int) d + " " + (long) e + " " + (char) f + " " + (byte) g + " " + (int) (Float.NaN * one));
        System.out.println((5 & 6 | 3 ^ 1) + " " + (~5 >>> 28) + " " + (-17 >> 2) + " " + (-17 % 5) + " " + (1 << 35));
        System.out.println((5 * one & 6 | 3 ^ one) + " " + (~(5 * one) >>> 28) + " " + (-17 * one >> 2) + " "
                + (-17 * one % 5) + " " + (one << 35));
        System.out.println(0x1.8p1 + " " + 0b1011 + " " + 0_17 + " " + 1_000_000 + " " + 0xFFFF_FFFF + " " + 1e-3f);
        if (WIDTH == 16 && NAME.length() > 3) {
            System.out.println("folded condition");
        }
        if (WIDTH < 10) {
            System.out.println("never");
        }
        switch (seven()) {
            case WIDTH / 2 - 1:
                System.out.println("constant label");
                break;
            default:
                System.out.println("lost");
        }
        System.out.println(WIDTH > 10 ? "wide" : "narrow");
    }
}
