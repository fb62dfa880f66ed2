package org.sosy_lab.sv_benchmarks;

import java.util.Random;

/**
 * Inputs of programs from the Competition on Software Verification (SV-COMP).
 *
 * <p>Under {@code jaywalk check} booleans and bytes are tried with all of their values. The other types have too many: they are tried with the
 * few below, and a search that would need more is not called complete but says so. A property sets another range, which then counts as all there is:
 * {@code -Djaywalk.nondet.int=0..99}, or {@code -Djaywalk.nondet.int=1,5,7}; likewise for {@code char}, {@code short} and {@code long}, and lists
 * for {@code float}, {@code double} and {@code string}.
 *
 * <p>Under plain {@code java} and under {@code jaywalk run}, where there is one path, a choice takes its first value, or, with
 * {@code -Djaywalk.seed=N}, one that depends on N alone.
 */
public final class Verifier {
    private static final Random RANDOM = seeded();
    /** In this order: the values near zero matter most. */
    private static final int[] INTS = {0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10};
    private static final String[] STRINGS = {"", "a", "A", "0", " ", "ab"};
    private static final double[] REALS = {0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    private Verifier() {}

    private static Random seeded() {
        String seed = System.getProperty("jaywalk.seed");
        return seed == null ? null : new Random(Long.parseLong(seed.trim()));
    }

    private static int pick(int count) {
        return RANDOM == null ? 0 : RANDOM.nextInt(count);
    }

    /** The path ends here if the condition does not hold. */
    public static void assume(boolean condition) {
        if (!condition) {
            System.out.flush();
            System.err.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    public static boolean nondetBoolean() {
        return pick(2) == 1;
    }

    /** All values: 0, -1, 1, -2, 2 and so on. */
    public static byte nondetByte() {
        int which = pick(256);
        return (byte) (which >>> 1 ^ -(which & 1));
    }

    /** -10 to 10, the least and the greatest. */
    public static int nondetInt() {
        int which = pick(INTS.length + 2);
        return which < INTS.length ? INTS[which] : which == INTS.length ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    }

    /** -10 to 10, the least and the greatest. */
    public static short nondetShort() {
        int which = pick(INTS.length + 2);
        return which < INTS.length ? (short) INTS[which] : which == INTS.length ? Short.MIN_VALUE : Short.MAX_VALUE;
    }

    /** -10 to 10, the least and the greatest. */
    public static long nondetLong() {
        int which = pick(INTS.length + 2);
        return which < INTS.length ? INTS[which] : which == INTS.length ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Some letters, digits and signs, and the greatest. */
    public static char nondetChar() {
        String some = "\0aAzZ09 \n" + Character.MAX_VALUE;
        return some.charAt(pick(some.length()));
    }

    public static float nondetFloat() {
        return (float) REALS[pick(REALS.length)];
    }

    public static double nondetDouble() {
        return REALS[pick(REALS.length)];
    }

    public static String nondetString() {
        return STRINGS[pick(STRINGS.length)];
    }
}
