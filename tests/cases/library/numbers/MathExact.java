//@ run-native
// Exercises the integer side of Math: exact arithmetic errors, floorDiv/floorMod, abs, multiplyHigh, and toIntExact.
import java.util.function.LongSupplier;

public class MathExact {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE;
        int min = Integer.MIN_VALUE;
        attempt("addExact", () -> Math.addExact(max, 1));
        attempt("addExact ok", () -> Math.addExact(max, -1));
        attempt("subtractExact", () -> Math.subtractExact(min, 1));
        attempt("multiplyExact", () -> Math.multiplyExact(65536, 65536));
        attempt("multiplyExact min", () -> Math.multiplyExact(min, -1));
        attempt("negateExact", () -> Math.negateExact(min));
        attempt("incrementExact", () -> Math.incrementExact(max));
        attempt("decrementExact", () -> Math.decrementExact(min));
        attempt("absExact", () -> Math.absExact(min));
        attempt("toIntExact", () -> Math.toIntExact(1L << 31));
        attempt("long addExact", () -> Math.addExact(Long.MAX_VALUE, 1L));
        attempt("long multiplyExact", () -> Math.multiplyExact(Long.MIN_VALUE, -1L));
        attempt("long multiplyExact mixed", () -> Math.multiplyExact(Long.MAX_VALUE, 2));
        attempt("long multiplyExact ok", () -> Math.multiplyExact(3_000_000_000L, 3L));
        attempt("long negateExact", () -> Math.negateExact(Long.MIN_VALUE));
        attempt("divide by zero", () -> max / zero());
        attempt("modulo by zero", () -> max % zero());
        attempt("long divide by zero", () -> 5L / zero());
        attempt("floorDiv by zero", () -> Math.floorDiv(1, zero()));
        attempt("min / -1", () -> min / (zero() - 1));
        attempt("min % -1", () -> min % (zero() - 1));

        int[][] pairs = {{7, 3}, {-7, 3}, {7, -3}, {-7, -3}, {6, 3}, {-6, 3}, {0, 5}, {min, 2}, {max, -2}, {min, -1}};
        for (int[] pair : pairs) {
            int a = pair[0];
            int b = pair[1];
            System.out.println(a + "," + b + " div=" + a / b + " mod=" + a % b + " fdiv=" + Math.floorDiv(a, b)
                + " fmod=" + Math.floorMod(a, b)
                + " lfdiv=" + Math.floorDiv((long) a, b) + " lfmod=" + Math.floorMod((long) a, b));
        }
        System.out.println(Math.abs(min) + " " + Math.abs(-5) + " " + Math.abs(Long.MIN_VALUE) + " " + Math.abs(-0.0)
            + " " + Math.abs(-2.5f));
        System.out.println(Math.multiplyHigh(Long.MAX_VALUE, Long.MAX_VALUE) + " " + Math.multiplyHigh(-1L, 1L)
            + " " + Math.multiplyFull(max, max));
        System.out.println(Math.max(3, 9) + " " + Math.min(-3L, 9L) + " " + Math.max(1.5f, 2.5f)
            + " " + Math.signum(-7.5) + " " + Math.signum(-0.0));
        System.out.println((max + 1) + " " + (min - 1) + " " + (max * max) + " " + (Long.MAX_VALUE + 1) + " " + (-min)
            + " " + (byte) 200 + " " + (char) 97);
    }

    private static int zero() {
        return Integer.parseInt("0");
    }

    private static void attempt(String label, LongSupplier action) {
        try {
            System.out.println(label + " = " + action.getAsLong());
        } catch (ArithmeticException e) {
            System.out.println(label + " ! " + e.getMessage());
        }
    }
}
