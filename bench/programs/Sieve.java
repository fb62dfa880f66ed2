// Sieve of Eratosthenes over a boolean array, repeated: measures array access and tight loops.
public class Sieve {
    private static final int DEFAULT_LIMIT = 4_000_000;
    private static final int ROUNDS = 10;

    public static void main(String[] args) {
        int limit = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_LIMIT;
        long checksum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            checksum = checksum * 31 + sieve(limit - round);
        }
        System.out.println("sieve " + limit + " " + checksum);
    }

    /** Counts the primes below the limit and mixes in the largest of them. */
    private static long sieve(int limit) {
        boolean[] composite = new boolean[limit];
        int count = 0;
        int largest = 0;
        for (int i = 2; i < limit; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            largest = i;
            for (long j = (long) i * i; j < limit; j += i) {
                composite[(int) j] = true;
            }
        }
        return count * 1_000_003L + largest;
    }
}
