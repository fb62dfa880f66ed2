//@ run-native
// Exercises every RoundingMode over the classic tie table, computing pi with Machin's formula, and compound interest.
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimalRounding {
    private static final int DIGITS = 80;

    public static void main(String[] args) {
        String[] inputs = {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"};
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder row = new StringBuilder(mode + ":");
            for (String input : inputs) {
                try {
                    row.append(' ').append(new BigDecimal(input).setScale(0, mode));
                } catch (ArithmeticException e) {
                    row.append(" (").append(e.getMessage()).append(')');
                }
            }
            System.out.println(row);
        }
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode != RoundingMode.UNNECESSARY) {
                System.out.println(mode + " " + new BigDecimal("0.125").setScale(2, mode)
                    + " " + new BigDecimal("-0.135").setScale(2, mode)
                    + " " + new BigDecimal("12345").setScale(-2, mode)
                    + " " + new BigDecimal("10").divide(new BigDecimal("7"), 5, mode)
                        + " " + new BigDecimal("-10").divide(new BigDecimal("7"), new MathContext(4, mode)));
            }
        }
        BigDecimal pi = arctanInverse(5).multiply(BigDecimal.valueOf(4)).subtract(arctanInverse(239))
            .multiply(BigDecimal.valueOf(4));
        System.out.println(pi.setScale(DIGITS - 5, RoundingMode.HALF_EVEN));

        BigDecimal balance = new BigDecimal("1000.00");
        BigDecimal rate = new BigDecimal("0.0375");
        for (int year = 1; year <= 10; year++) {
            balance = balance.add(balance.multiply(rate)).setScale(2, RoundingMode.HALF_EVEN);
            System.out.print(balance + " ");
        }
        System.out.println();
        System.out.println(RoundingMode.valueOf("HALF_UP").ordinal()
            + " " + new MathContext("precision=7 roundingMode=FLOOR")
            + " " + new MathContext(3).equals(new MathContext(3, RoundingMode.HALF_UP)));
        try {
            new MathContext(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    /** arctan(1/x) by its Taylor series. */
    private static BigDecimal arctanInverse(int x) {
        BigDecimal square = BigDecimal.valueOf((long) x * x);
        BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(x), DIGITS, RoundingMode.DOWN);
        BigDecimal sum = power;
        for (int n = 3; power.signum() != 0; n += 2) {
            power = power.divide(square, DIGITS, RoundingMode.DOWN).negate();
            sum = sum.add(power.divide(BigDecimal.valueOf(n), DIGITS, RoundingMode.DOWN));
        }
        return sum;
    }
}
