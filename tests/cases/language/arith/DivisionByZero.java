//@ run-native
// Exercises integer division and remainder by zero against the floating forms that never throw.
public class DivisionByZero {
    interface Attempt { Object run(); }

    static void attempt(String what, Attempt a) {
        try {
            System.out.println(what + " = " + a.run());
        } catch (ArithmeticException e) {
            System.out.println(what + " threw " + e);
        }
    }

    static int evaluated;

    static int noisy(int v) {
        evaluated++;
        return v;
    }

    public static void main(String[] args) {
        int zero = args.length;
        long lzero = zero;
        attempt("7/0", () -> 7 / zero);
        attempt("7%0", () -> 7 % zero);
        attempt("7L/0", () -> 7L / lzero);
        attempt("7L%0", () -> 7L % lzero);
        attempt("0/0", () -> zero / zero);
        attempt("char/0", () -> 'a' / zero);
        attempt("byte%0", () -> (byte) 3 % (byte) zero);
        attempt("7.0/0", () -> 7.0 / zero);
        attempt("-7.0/0", () -> -7.0 / zero);
        attempt("7.0/-0.0", () -> 7.0 / -0.0);
        attempt("0.0/0", () -> 0.0 / zero);
        attempt("7.0%0", () -> 7.0 % zero);
        attempt("7f/0", () -> 7f / zero);
        attempt("7f%0", () -> 7f % zero);
        attempt("floorDiv", () -> Math.floorDiv(7, zero));
        attempt("floorMod", () -> Math.floorMod(7L, lzero));
        attempt("both operands first", () -> noisy(1) / noisy(zero));
        System.out.println("evaluated " + evaluated);

        int target = 5;
        try {
            target /= zero;
        } catch (ArithmeticException e) {
            System.out.println("target stays " + target);
        }
        int[] cells = {1, 2, 3};
        int i = 0;
        try {
            cells[i++] %= zero;
        } catch (ArithmeticException e) {
            System.out.println("cell " + cells[0] + " index moved to " + i);
        }
    }
}
