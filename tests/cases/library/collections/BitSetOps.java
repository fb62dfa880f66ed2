//@ run-native
// Exercises BitSet: range edits, logical operations, scanning in both directions, and conversions to longs and bytes.
import java.util.Arrays;
import java.util.BitSet;

public class BitSetOps {
    public static void main(String[] args) {
        BitSet primes = new BitSet();
        primes.set(2, 200);
        for (int i = 2; i * i < 200; i = primes.nextSetBit(i + 1)) {
            for (int j = i * i; j < 200; j += i) {
                primes.clear(j);
            }
        }
        System.out.println(primes + " " + primes.cardinality() + " " + primes.length() + " " + primes.size());
        System.out.println(primes.nextSetBit(114) + " " + primes.nextClearBit(2) + " " + primes.previousSetBit(126)
            + " " + primes.previousClearBit(3) + " " + primes.nextSetBit(200));

        BitSet evens = new BitSet(200);
        for (int i = 0; i < 200; i += 2) {
            evens.set(i);
        }
        BitSet and = (BitSet) primes.clone();
        and.and(evens);
        BitSet or = (BitSet) primes.clone();
        or.or(evens);
        BitSet xor = (BitSet) primes.clone();
        xor.xor(evens);
        BitSet andNot = (BitSet) primes.clone();
        andNot.andNot(evens);
        System.out.println(and + " " + or.cardinality() + " " + xor.cardinality() + " " + andNot.cardinality()
            + " " + primes.intersects(evens));
        System.out.println(primes.hashCode() + " " + or.hashCode() + " " + new BitSet().hashCode()
            + " " + new BitSet().equals(new BitSet(999)));

        BitSet edits = new BitSet();
        edits.set(60, 70);
        edits.flip(65);
        edits.flip(68, 75);
        edits.clear(61, 63);
        edits.set(3, true);
        edits.set(60, false);
        System.out.println(edits + " " + edits.get(64) + " " + edits.get(1000) + " " + edits.get(62, 71)
            + " " + edits.isEmpty());
        System.out.println(Arrays.toString(edits.toLongArray()) + " " + Arrays.toString(edits.toByteArray()));
        System.out.println(BitSet.valueOf(new long[] {5, 1}) + " " + BitSet.valueOf(new byte[] {(byte) 0x81, 0, 3}));
        System.out.println(edits.stream().sum() + " " + edits.stream().boxed().toList());
        edits.clear();
        System.out.println(edits + " " + edits.length() + " " + edits.nextSetBit(0) + " " + edits.nextClearBit(5));
        Runnable[] attempts = {() -> edits.set(-1), () -> edits.get(-2), () -> edits.set(5, 3), () -> new BitSet(-1),
            () -> edits.nextSetBit(-1)};
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}
