//@ run-native
// Exercises BigDecimal: construction, scale rules, division modes, MathContext, text forms, and arithmetic errors.
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

public class BigDecimalArithmetic {
    public static void main(String[] args) {
        String[] texts = {"0", "0.00", "-0.0", "1.10", "123E5", "1E-10", "-1.5e+3", "00012.500", ".5", "5.",
            "12345678901234567890.123456789"};
        for (String text : texts) {
            BigDecimal d = new BigDecimal(text);
            System.out.println(d + " plain=" + d.toPlainString() + " eng=" + d.toEngineeringString()
                + " scale=" + d.scale() + " precision=" + d.precision()
                + " unscaled=" + d.unscaledValue() + " strip=" + d.stripTrailingZeros() + " hash=" + d.hashCode()
                    + " sign=" + d.signum());
        }
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + BigDecimal.valueOf(100, 3)
            + " " + BigDecimal.valueOf(2.50) + " " + new BigDecimal(BigInteger.TEN, -2));
        BigDecimal a = new BigDecimal("12.345");
        BigDecimal b = new BigDecimal("-6.78");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.negate() + " " + b.abs()
            + " " + a.pow(5) + " " + a.remainder(b) + " " + a.divideToIntegralValue(b));
        System.out.println(Arrays.toString(a.divideAndRemainder(b)) + " " + a.movePointLeft(4)
            + " " + a.movePointRight(5) + " " + a.scaleByPowerOfTen(3) + " " + a.ulp());
        System.out.println(a.divide(b, 10, RoundingMode.HALF_UP) + " " + a.divide(b, MathContext.DECIMAL32)
            + " " + a.divide(b, MathContext.DECIMAL128) + " " + new BigDecimal("1").divide(new BigDecimal("8")));
        System.out.println(a.round(new MathContext(2)) + " " + a.setScale(1, RoundingMode.DOWN) + " " + a.setScale(6)
            + " " + new BigDecimal("999.99").round(new MathContext(3))
            + " " + a.plus(new MathContext(4, RoundingMode.CEILING)));
        System.out.println(new BigDecimal("2").sqrt(new MathContext(40))
            + " " + new BigDecimal("144").sqrt(MathContext.UNLIMITED) + " " + MathContext.DECIMAL64);
        System.out.println(new BigDecimal("1.0").equals(new BigDecimal("1.00"))
            + " " + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")) + " " + a.max(b) + " " + a.min(b));
        System.out.println(a.intValue() + " " + a.doubleValue() + " " + new BigDecimal("1e400").doubleValue()
            + " " + a.toBigInteger() + " " + new BigDecimal("4294967297.9").longValue()
            + " " + new BigDecimal("4294967297").intValue());
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 1; i <= 30; i++) {
            sum = sum.add(BigDecimal.ONE.divide(BigDecimal.valueOf(i), 30, RoundingMode.HALF_EVEN));
        }
        System.out.println(sum);

        Runnable[] attempts = {
            () -> BigDecimal.ONE.divide(new BigDecimal(3)), () -> BigDecimal.ONE.divide(BigDecimal.ZERO),
                () -> BigDecimal.ZERO.divide(BigDecimal.ZERO), () -> a.setScale(1), () -> new BigDecimal("1.2.3"),
                () -> new BigDecimal(""),
            () -> new BigDecimal(Double.NaN), () -> a.intValueExact(), () -> a.toBigIntegerExact(),
                () -> new BigDecimal("-1").sqrt(MathContext.DECIMAL32), () -> a.divide(b, MathContext.UNLIMITED),
                () -> new BigDecimal("1e99").longValueExact(),
        };
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
                System.out.println("fine");
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(e);
            }
        }
    }
}
