//@ run-native
// Exercises enums: constants with bodies and abstract methods, valueOf failures, ordinals, comparison and interfaces.
import java.util.Arrays;

public class EnumBasics {
    enum Op {
        ADD("+") { int apply(int a, int b) { return a + b; } },
        SUB("-") { int apply(int a, int b) { return a - b; } },
        MUL("*") {
            private int uses;

            int apply(int a, int b) {
                uses++;
                return a * b;
            }

            @Override
            public String toString() { return "times(" + uses + ")"; }
        };

        private final String symbol;
        private static int lookups;

        Op(String symbol) { this.symbol = symbol; }

        abstract int apply(int a, int b);

        static Op of(String s) {
            lookups++;
            for (Op o : values()) {
                if (o.symbol.equals(s)) return o;
            }
            throw new IllegalArgumentException("no op " + s);
        }
    }

    interface Priced { int cents(); }

    enum Coin implements Priced {
        PENNY(1), NICKEL(5), DIME(10);

        private final int cents;
        static final int TOTAL;

        static {
            int t = 0;
            for (Coin c : values()) t += c.cents;
            TOTAL = t;
        }

        Coin(int c) { cents = c; }

        @Override
        public int cents() { return cents; }
    }

    enum Empty { }

    static <E extends Enum<E>> String name(Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text).name();
        } catch (IllegalArgumentException | NullPointerException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    public static void main(String[] args) {
        for (Op o : Op.values()) {
            System.out.println(o.ordinal() + " " + o.name() + " " + o.symbol + " " + o.apply(7, 3) + " " + o);
        }
        System.out.println(Op.of("*") + " " + Op.of("+") + " " + Op.lookups);
        System.out.println(name(Op.class, "SUB") + "; " + name(Op.class, "sub") + "; " + name(Op.class, "") + "; " + name(Op.class, null));
        try {
            Coin.valueOf("EURO");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Coin.TOTAL + " " + Empty.values().length);
        System.out.println(Coin.PENNY.compareTo(Coin.DIME) + " " + Coin.DIME.compareTo(Coin.NICKEL) + " " + Coin.DIME.equals(Coin.valueOf("DIME")));
        Coin[] copy = Coin.values();
        copy[0] = null;
        System.out.println(Coin.values()[0] + " " + (Coin.values() == Coin.values()));
        Priced[] sorted = {Coin.DIME, Coin.PENNY, Coin.NICKEL};
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted) + sorted[2].cents());
        System.out.println(Op.ADD.getClass() + " " + Op.ADD.getDeclaringClass() + " " + Coin.DIME.getClass()
                + " " + (Op.MUL instanceof Op) + " " + Op.ADD.getClass().isEnum() + " " + Op.class.isEnum());
        try {
            Op.of("/");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
