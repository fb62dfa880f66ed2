//@ run-native
// Exercises long-running loops: sums, a sieve, Collatz lengths, a linear generator and a matrix product.
public class LongLoops {
    static int collatzLength(long n) {
        int steps = 1;
        while (n != 1) {
            n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int countPrimes(int limit) {
        boolean[] composite = new boolean[limit + 1];
        int count = 0;
        for (int p = 2; p <= limit; p++) {
            if (composite[p]) {
                continue;
            }
            count++;
            for (long m = (long) p * p; m <= limit; m += p) {
                composite[(int) m] = true;
            }
        }
        return count;
    }

    static double leibniz(int terms) {
        double sum = 0;
        for (int k = 0; k < terms; k++) {
            sum += (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
        }
        return 4 * sum;
    }

    static long trace(int n) {
        long[][] a = new long[n][n];
        long[][] b = new long[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i * 31 + j;
                b[i][j] = i - j * 7;
            }
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                sum += a[i][k] * b[k][i];
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 300_000; i++) {
            sum += (long) i * i;
        }
        System.out.println(sum);
        int wrapped = 1;
        for (int i = 1; i <= 200_000; i++) {
            wrapped = wrapped * 31 + i;
        }
        System.out.println(wrapped);
        System.out.println(countPrimes(50_000));
        int best = 0;
        int bestStart = 0;
        for (int n = 1; n < 5_000; n++) {
            int length = collatzLength(n);
            if (length > best) {
                best = length;
                bestStart = n;
            }
        }
        System.out.println(bestStart + " " + best);
        System.out.println(leibniz(50_000));
        System.out.println(trace(120));
        long seed = 42;
        for (int i = 0; i < 100_000; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
        }
        System.out.println(seed);
    }
}
