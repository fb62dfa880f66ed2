//@ run-native
// Exercises specified hash codes: strings, boxes, collections, arrays, Objects.hash, records of values, and enums in maps.
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

public class Hashing {
    static final class Money {
        private final long cents;
        private final String currency;

        Money(long cents, String currency) {
            this.cents = cents;
            this.currency = currency;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Money m && m.cents == cents && m.currency.equals(currency);
        }

        @Override
        public int hashCode() {
            return Objects.hash(cents, currency);
        }
    }

    /** Equal to nothing but itself under lookup, because its hash changes when it is edited. */
    static final class Mutable {
        int value;

        @Override
        public boolean equals(Object other) {
            return other instanceof Mutable m && m.value == value;
        }

        @Override
        public int hashCode() {
            return value;
        }
    }

    public static void main(String[] args) {
        System.out.println(Boolean.hashCode(true) + " " + Boolean.hashCode(false) + " " + Byte.hashCode((byte) -1)
            + " " + Short.hashCode((short) -2) + " " + Integer.hashCode(-3) + " " + Long.hashCode(-4L)
            + " " + Float.hashCode(1.1f) + " " + Double.hashCode(-1.1) + " " + Double.hashCode(0.0)
            + " " + Double.hashCode(Double.NaN));
        System.out.println(Objects.hash() + " " + Objects.hash((Object) null) + " " + Objects.hash(1, "a", null, 2.5)
            + " " + Objects.hashCode(null) + " " + Objects.hashCode("x")
            + " " + Arrays.asList(1, "a", null, 2.5).hashCode());
        System.out.println(List.of().hashCode() + " " + List.of(0).hashCode()
            + " " + new ArrayList<>(List.of("a", "b")).hashCode() + " " + new HashSet<>(List.of("a", "b")).hashCode()
            + " " + new HashSet<>(List.of("b", "a")).hashCode());
        System.out.println(Map.of("k", "v").hashCode() + " " + new HashMap<>(Map.of("k", "v")).hashCode()
            + " " + new TreeMap<>(Map.of(1, 2, 3, 4)).hashCode()
            + " " + new AbstractMap.SimpleEntry<>(null, null).hashCode() + " " + Map.entry(5, 9).hashCode());
        System.out.println(Arrays.hashCode(new int[] {1, 2})
            + " " + Arrays.hashCode(new Object[] {1, new int[0].length})
            + " " + Arrays.deepHashCode(new Object[] {new int[] {1}, "x"}) + " " + Arrays.hashCode(new byte[] {-1, 1})
            + " " + Arrays.hashCode(new float[] {0.5f}) + " " + Arrays.hashCode(new short[0]));
        System.out.println(Optional.of("z").hashCode() + " " + "z".hashCode() + " " + Character.hashCode('z')
            + " " + new StringBuilder("text").toString().hashCode()
            + " " + new LinkedHashSet<>(List.of(7, 8)).hashCode());

        Map<Money, String> purse = new HashMap<>();
        purse.put(new Money(500, "EUR"), "five");
        purse.put(new Money(500, "USD"), "bucks");
        System.out.println(purse.get(new Money(500, "EUR")) + " " + purse.get(new Money(501, "EUR"))
            + " " + new Money(1, "A").hashCode() + " " + purse.size());
        Mutable key = new Mutable();
        Map<Mutable, String> lost = new HashMap<>();
        lost.put(key, "found");
        key.value = 12345;
        System.out.println(lost.get(key) + " " + lost.containsValue("found") + " " + lost.size()
            + " " + lost.keySet().contains(key));
        key.value = 0;
        System.out.println(lost.get(key));

        Object plain = new Object();
        System.out.println((plain.hashCode() == plain.hashCode())
            + " " + (System.identityHashCode(plain) == plain.hashCode()) + " " + System.identityHashCode(null)
            + " " + plain.equals(plain) + " " + plain.toString().startsWith("java.lang.Object@"));
        List<Object> nested = new ArrayList<>(List.of("a", List.of(1, List.of(2, 3)), Map.of("k", List.of())));
        System.out.println(nested.hashCode() + " "
            + nested.equals(List.of("a", List.of(1, List.of(2, 3)), Map.of("k", List.of()))));
        int hash = 0;
        for (int i = 0; i < 500; i++) {
            hash = hash * 31 + ("key" + i + (char) (i * 131)).hashCode();
        }
        System.out.println(hash);
    }
}
