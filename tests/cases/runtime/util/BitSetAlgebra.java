//@ run-native
// Exercises BitSet as sets of integers: algebra, ranges, scanning both ways, conversion, growth, streams, and a sieve.
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class BitSetAlgebra {
    private static BitSet of(int... members) {
        BitSet set = new BitSet();
        for (int member : members) {
            set.set(member);
        }
        return set;
    }

    private static BitSet with(BitSet base, java.util.function.Consumer<BitSet> change) {
        BitSet copy = (BitSet) base.clone();
        change.accept(copy);
        return copy;
    }

    public static void main(String[] args) {
        BitSet a = of(1, 3, 5, 64, 65, 200);
        BitSet b = of(3, 4, 5, 65, 128);
        System.out.println(with(a, s -> s.and(b)) + " " + with(a, s -> s.or(b)) + " " + with(a, s -> s.xor(b)) + " "
            + with(a, s -> s.andNot(b)) + " " + a.intersects(b) + " " + a.intersects(of(2, 66)));
        System.out.println(a.cardinality() + " " + a.length() + " " + a.size() + " " + new BitSet(1).size() + " "
            + new BitSet(0).size() + " " + a.isEmpty() + " " + new BitSet().length());
        System.out.println(with(new BitSet(), s -> s.set(60, 70)) + " " + with(a, s -> s.clear(4, 66)) + " "
            + with(of(1, 2), s -> s.flip(0, 5)) + " " + with(a, s -> s.set(1, false)).get(1) + " "
            + with(of(9), s -> s.set(2, 5, true)) + " " + a.get(3, 66) + " " + with(a, BitSet::clear));
        System.out.println(a.nextSetBit(6) + " " + a.nextClearBit(64) + " " + a.previousSetBit(199) + " "
            + a.previousClearBit(65) + " " + a.nextSetBit(201) + " " + a.previousSetBit(0) + " " + a.nextClearBit(1000) + " "
            + a.previousSetBit(-1));
        StringBuilder members = new StringBuilder();
        for (int i = a.nextSetBit(0); i >= 0; i = a.nextSetBit(i + 1)) {
            members.append(i).append(' ');
        }
        System.out.println(members + "| " + a.stream().boxed().collect(Collectors.toList()) + " " + a.stream().sum());

        System.out.println(Arrays.toString(a.toLongArray()) + " " + Arrays.toString(of(0, 9, 15).toByteArray()) + " "
            + BitSet.valueOf(new long[] {5, 0, 1}) + " " + BitSet.valueOf(new byte[] {(byte) 0x81, 1}));
        System.out.println(a.equals(BitSet.valueOf(a.toLongArray())) + " " + (of(1).hashCode() == of(1).hashCode()) + " "
            + of(1).equals(with(of(1, 500), s -> s.clear(500))) + " " + of().hashCode() + " " + a.hashCode());
        BitSet composite = new BitSet(200);
        for (int p = composite.nextClearBit(2); p * p < 200; p = composite.nextClearBit(p + 1)) {
            for (int multiple = p * p; multiple < 200; multiple += p) {
                composite.set(multiple);
            }
        }
        System.out.println(IntStream.range(2, 200).filter(n -> !composite.get(n)).boxed().collect(Collectors.toList()));
        BitSet subset = of(1, 2, 3);
        int steps = 0;
        BitSet counter = new BitSet(3);
        do {
            int lowest = counter.nextClearBit(0);
            counter.clear(0, lowest);
            counter.set(lowest);
            steps++;
        } while (counter.length() <= 3);
        System.out.println("binary counter overflowed after " + steps + " " + counter + " " + subset.get(2, 2));
        for (Runnable wrong : new Runnable[] {() -> a.set(-1), () -> a.get(-5), () -> a.set(5, 3), () -> new BitSet(-1),
            () -> a.nextSetBit(-1), () -> a.previousSetBit(-2), () -> a.clear(-1, 2)}) {
            try {
                wrong.run();
                System.out.println("fine");
            } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}
