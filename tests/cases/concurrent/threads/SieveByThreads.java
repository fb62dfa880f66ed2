//@ run-native
// Exercises splitting work over threads by segments: a segmented sieve whose parts are joined in order.
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

public class SieveByThreads {
    static class Segment extends Thread {
        private final int from;
        private final int to;
        private final List<Integer> base;
        private final BitSet composite = new BitSet();

        Segment(int from, int to, List<Integer> base) {
            super("segment " + from);
            this.from = from;
            this.to = to;
            this.base = base;
        }

        @Override
        public void run() {
            for (int p : base) {
                int first = Math.max(p * p, (from + p - 1) / p * p);
                for (int multiple = first; multiple < to; multiple += p) {
                    composite.set(multiple - from);
                }
            }
        }

        int count() {
            return to - from - composite.cardinality();
        }

        int last() {
            return from + composite.previousClearBit(to - from - 1);
        }
    }

    private static List<Integer> smallPrimes(int limit) {
        List<Integer> primes = new ArrayList<>();
        for (int n = 2; n <= limit; n++) {
            int candidate = n;
            if (primes.stream().allMatch(p -> candidate % p != 0)) {
                primes.add(n);
            }
        }
        return primes;
    }

    private static int countBelow(int limit, int segments) throws InterruptedException {
        List<Integer> base = smallPrimes((int) Math.sqrt(limit));
        List<Segment> parts = new ArrayList<>();
        int size = (limit - 2 + segments - 1) / segments;
        for (int from = 2; from < limit; from += size) {
            Segment part = new Segment(from, Math.min(limit, from + size), base);
            part.start();
            parts.add(part);
        }
        int total = 0;
        StringBuilder line = new StringBuilder();
        for (Segment part : parts) {
            part.join();
            total += part.count();
            line.append(part.getName()).append(": ").append(part.count()).append(" up to ").append(part.last())
                .append(", ");
        }
        System.out.println(line.append("total ").append(total));
        return total;
    }

    public static void main(String[] args) throws InterruptedException {
        int expected = countBelow(5000, 1);
        for (int segments : new int[] {2, 3, 5, 8}) {
            System.out.println(countBelow(5000, segments) == expected);
        }
    }
}
