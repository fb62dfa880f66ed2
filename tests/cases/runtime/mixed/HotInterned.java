//@ check: safe
//@ outputs: false 5060 | true 0
// A constant behind calls that have long been hot, whose text is interned on one path before the constant is met: code that
// was made before anybody knew of that must not be called any more.
import jaywalk.Verify;

public class HotInterned {
    private static String constant() {
        return "zz";
    }

    private static String within() {
        return constant();
    }

    private static int hits(String own) {
        int hits = 0;
        for (int i = 0; i < 30; i++) {
            hits += within() == own ? 1 : 0;
        }
        return hits;
    }

    public static void main(String[] args) {
        boolean isConstantFirst = Verify.getBoolean(false);
        String own = new String(new char[] {'z', 'z'});
        int sum = isConstantFirst ? hits(own) : 0;
        sum += own.intern() == own ? 5000 : 0;
        sum += hits(own);
        sum += isConstantFirst ? 0 : hits(own);
        System.out.print(isConstantFirst + " " + sum);
    }
}
