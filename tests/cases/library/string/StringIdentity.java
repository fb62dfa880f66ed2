//@ run-native
// Exercises interning, constant folding, string identity, hash codes, and strings in switch statements.
public class StringIdentity {
    private static final String PREFIX = "con";
    private static final String FOLDED = PREFIX + "stant" + 1 + 'x' + true + 2.5;
    private static String notFinal = "con";

    public static void main(String[] args) {
        System.out.println(FOLDED + " " + (FOLDED == "constant1xtrue2.5"));
        System.out.println((notFinal + "stant") == "constant");
        System.out.println((notFinal + "stant").intern() == "constant");
        String copy = new String("constant");
        System.out.println((copy == "constant") + " " + copy.equals("constant") + " " + (copy.intern() == "constant"));
        System.out.println(("con" + "stant") == "constant");
        System.out.println("abc".substring(0) == "abc");
        System.out.println("".equals(new String()) + " " + ("abc".substring(3) == ""));
        System.out.println(new String(new char[] {'h', 'i'}).intern() == "hi");
        System.out.println(Holder.NAME == "shared");

        for (String s : new String[] {"", "a", "ab", "Aa", "BB", "AaAa", "BBBB", "AaBB", "hello world",
            "\uffff\uffff"}) {
            System.out.println(s.length() + " " + s.hashCode() + " " + byHand(s) + " " + new String(s).hashCode());
        }
        System.out.println("polygenelubricants".hashCode() == Integer.MIN_VALUE);
        for (String key : new String[] {"Aa", "BB", "CC", "red", "green", ""}) {
            System.out.println(key + " -> " + classify(key));
        }
        try {
            classify(null);
        } catch (NullPointerException e) {
            System.out.println("null switch throws");
        }
        concatenation();
    }

    private static void concatenation() {
        String nothing = null;
        char[] chars = {'o', 'k'};
        System.out.println("x" + nothing + null + 'c' + 1 + 2L + 3.0f + 4.0 + true + (char) 65 + (byte) -1 + (short) 7);
        System.out.println(1 + 2 + "three" + 4 + 5 + String.valueOf(chars));
        String grow = "";
        for (int i = 0; i < 20; i++) {
            grow += i;
        }
        grow += 'c' + 1;
        System.out.println(grow);
        System.out.println("" + Integer.MIN_VALUE + Long.MIN_VALUE + Float.NaN + Double.NEGATIVE_INFINITY + -0.0);
    }

    private static int byHand(String s) {
        int hash = 0;
        for (int i = 0; i < s.length(); i++) {
            hash = 31 * hash + s.charAt(i);
        }
        return hash;
    }

    private static int classify(String key) {
        switch (key) {
            case "Aa": return 1;
            case "BB": return 2;
            case "red": return 3;
            case "": return 4;
            default: return -1;
        }
    }

    private static class Holder {
        static final String NAME = new String("sha" + "red").intern();
    }
}
