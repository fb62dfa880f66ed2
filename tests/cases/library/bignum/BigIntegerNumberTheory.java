//@ run-native
// Exercises BigInteger number theory: gcd, modPow, modInverse, primality, Fibonacci doubling, and a toy RSA.
import java.math.BigInteger;
import java.util.Random;

public class BigIntegerNumberTheory {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("1000000007").multiply(BigInteger.valueOf(360360));
        BigInteger b = new BigInteger("1000000007").multiply(BigInteger.valueOf(1155));
        System.out.println(a.gcd(b) + " " + a.gcd(BigInteger.ZERO) + " " + a.negate().gcd(b)
            + " " + BigInteger.ZERO.gcd(BigInteger.ZERO));
        BigInteger p = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
        System.out.println(BigInteger.valueOf(3).modPow(p.subtract(BigInteger.ONE), p)
            + " " + BigInteger.valueOf(3).modPow(BigInteger.valueOf(1_000_003), p));
        System.out.println(BigInteger.valueOf(12345).modInverse(p)
            + " " + BigInteger.valueOf(5).modPow(BigInteger.valueOf(-1), BigInteger.valueOf(7)));
        System.out.println(BigInteger.valueOf(7).modPow(BigInteger.valueOf(560), BigInteger.valueOf(1024))
            + " " + BigInteger.valueOf(-7).modPow(BigInteger.valueOf(3), BigInteger.TEN));

        String[] candidates = {"2", "1", "0", "91", "97", "561", "1000000007", "1000000011",
            "170141183460469231731687303715884105727", "170141183460469231731687303715884105729", "-7"};
        for (String candidate : candidates) {
            System.out.print(new BigInteger(candidate).isProbablePrime(60) + " ");
        }
        System.out.println();
        System.out.println(BigInteger.valueOf(1000).nextProbablePrime()
            + " " + new BigInteger("1000000000000").nextProbablePrime());
        System.out.println(fibonacci(300) + " " + fibonacci(1000).mod(BigInteger.valueOf(1_000_000_009)));

        rsa();
        Random random = new Random(2024);
        BigInteger drawn = new BigInteger(100, random);
        System.out.println(drawn + " " + new BigInteger(64, random) + " " + drawn.bitLength());
        System.out.println(binomial(100, 50) + " " + binomial(40, 0));
        BigInteger e = BigInteger.ZERO;
        BigInteger scale = BigInteger.TEN.pow(60);
        BigInteger term = scale;
        for (int i = 1; term.signum() != 0; i++) {
            e = e.add(term);
            term = term.divide(BigInteger.valueOf(i));
        }
        System.out.println(e);
    }

    private static void rsa() {
        BigInteger p = new BigInteger("1000000000000000003");
        BigInteger q = new BigInteger("1000000000000000009");
        BigInteger n = p.multiply(q);
        BigInteger phi = p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));
        BigInteger publicKey = BigInteger.valueOf(65537);
        BigInteger privateKey = publicKey.modInverse(phi);
        BigInteger message = new BigInteger(1, "model checker".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        BigInteger cipher = message.modPow(publicKey, n);
        BigInteger plain = cipher.modPow(privateKey, n);
        System.out.println(cipher + " " + plain.equals(message)
            + " " + new String(plain.toByteArray(), java.nio.charset.StandardCharsets.US_ASCII));
    }

    private static BigInteger fibonacci(int n) {
        BigInteger current = BigInteger.ZERO;
        BigInteger next = BigInteger.ONE;
        for (int bit = Integer.highestOneBit(n); bit != 0; bit >>= 1) {
            BigInteger doubled = current.multiply(next.shiftLeft(1).subtract(current));
            next = current.multiply(current).add(next.multiply(next));
            current = doubled;
            if ((n & bit) != 0) {
                BigInteger sum = current.add(next);
                current = next;
                next = sum;
            }
        }
        return current;
    }

    private static BigInteger binomial(int n, int k) {
        BigInteger result = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            result = result.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
        }
        return result;
    }
}
