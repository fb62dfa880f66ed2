//@ check: assertion
// Every value of a choice is tried: the one path on which all of them are last is found.
import jaywalk.Verify;

public class ChoicesReachAll {
    public static void main(String[] args) {
        int a = Verify.getInt(-1, 2);
        int b = Verify.random(3);
        boolean c = Verify.getBoolean();
        boolean d = Verify.getBoolean(false);
        boolean e = Verify.randomBool();
        int f = Verify.getIntFromList(7, 5, 9);
        long g = Verify.getLongFromList(1L << 40, -1L);
        float h = Verify.getFloatFromList(0.5f, -2f);
        double i = Verify.getDoubleFromList(1e300, Double.NaN);
        assert a >= -1 && a <= 2 && b >= 0 && b <= 3;
        if (a == 2 && b == 3 && c && !d && e && f == 9 && g == -1 && h == -2f && i != i) {
            throw new AssertionError("all last");
        }
    }
}
