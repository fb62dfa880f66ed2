//@ run-native
// Exercises BigInteger arithmetic: factorials, division forms, shifts, bit operations, radix text, and exact narrowing.
import java.math.BigInteger;
import java.util.Arrays;

public class BigIntegerArithmetic {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 120; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println(factorial + " " + factorial.bitLength() + " " + factorial.hashCode()
            + " " + factorial.getLowestSetBit());
        BigInteger a = new BigInteger("-123456789012345678901234567890");
        BigInteger b = new BigInteger("987654321098765");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b)
            + " " + a.remainder(b) + " " + a.mod(b));
        System.out.println(Arrays.toString(factorial.divideAndRemainder(a)) + " " + a.negate() + " " + a.abs()
            + " " + a.signum());
        System.out.println(a.shiftLeft(37) + " " + a.shiftRight(37) + " " + a.shiftRight(500) + " " + a.shiftLeft(-5));
        System.out.println(a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + a.andNot(b));
        System.out.println(a.testBit(3) + " " + a.setBit(100) + " " + a.clearBit(5) + " " + a.flipBit(0)
            + " " + a.bitCount() + " " + b.bitLength());
        System.out.println(a.toString(16) + " " + a.toString(2).length() + " " + a.toString(36)
            + " " + new BigInteger("-zz", 36) + " " + new BigInteger("ff", 16));
        System.out.println(a.compareTo(b) + " " + a.max(b) + " " + a.min(b)
            + " " + a.equals(new BigInteger(a.toString())) + " " + BigInteger.TEN.pow(40));
        System.out.println(a.intValue() + " " + a.longValue() + " " + a.doubleValue() + " " + b.floatValue()
            + " " + factorial.pow(9).doubleValue());
        System.out.println(Arrays.toString(a.toByteArray()) + " " + new BigInteger(new byte[] {-1, 0, 5})
            + " " + new BigInteger(1, new byte[] {-1, 0}) + " " + BigInteger.valueOf(-128).toByteArray().length);
        System.out.println(BigInteger.TWO.pow(200).sqrt() + " " + new BigInteger("99999999999999999999").sqrt()
            + " " + Arrays.toString(BigInteger.valueOf(50).sqrtAndRemainder()));
        large();

        Runnable[] attempts = {
            () -> BigInteger.ONE.divide(BigInteger.ZERO), () -> BigInteger.ONE.mod(BigInteger.valueOf(-3)),
                () -> new BigInteger("12x"), () -> new BigInteger(""), () -> new BigInteger("1", 99),
            () -> BigInteger.TWO.pow(-1), () -> BigInteger.ONE.negate().sqrt(), () -> a.intValueExact(),
                () -> BigInteger.valueOf(300).byteValueExact(), () -> BigInteger.TWO.modInverse(BigInteger.TEN),
                () -> new BigInteger("--5"),
        };
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(e);
            }
        }
    }

    /** Sizes past the Karatsuba and Toom-Cook thresholds, and past the plain radix conversion. */
    private static void large() {
        BigInteger x = BigInteger.valueOf(3).pow(6000);
        BigInteger y = BigInteger.valueOf(7).pow(4000);
        BigInteger product = x.multiply(y);
        System.out.println(product.bitLength() + " " + product.hashCode()
            + " " + product.mod(BigInteger.valueOf(1_000_000_007)) + " " + product.divide(y).equals(x));
        String digits = product.toString();
        System.out.println(digits.length() + " " + digits.substring(0, 20) + " " + digits.hashCode()
            + " " + new BigInteger(digits).equals(product) + " " + x.multiply(x).sqrt().equals(x));
    }
}
