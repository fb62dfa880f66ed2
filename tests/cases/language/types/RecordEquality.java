//@ run-native
// Exercises generated record equals, hashCode and toString for every component type, NaN, zeros, arrays and null.
public class RecordEquality {
    record Prims(boolean z, byte b, short s, char c, int i, long l, float f, double d) { }

    record D(double d) { }

    record F(float f) { }

    record Arr(int[] a) { }

    record Refs(String s, Object o, Integer i) { }

    record Nested(Refs r, D d, long[] ls) { }

    enum Suit { CLUBS, HEARTS }

    record Card(Suit suit, int rank) { }

    static void same(Object a, Object b) {
        System.out.println(a + " vs " + b + ": " + a.equals(b) + " " + b.equals(a) + " " + (a.hashCode() == b.hashCode()));
    }

    public static void main(String[] args) {
        Prims p = new Prims(true, (byte) -1, (short) -2, 'q', -3, -4L, -5.5f, 6.25);
        System.out.println(p);
        same(p, new Prims(true, (byte) -1, (short) -2, 'q', -3, -4L, -5.5f, 6.25));
        same(p, new Prims(false, (byte) -1, (short) -2, 'q', -3, -4L, -5.5f, 6.25));
        same(p, new Prims(true, (byte) -1, (short) -2, 'q', -3, -5L, -5.5f, 6.25));
        same(p, new Prims(true, (byte) -1, (short) -2, 'q', -3, -4L, -5.5f, 6.5));
        same(new D(Double.NaN), new D(0.0 / 0.0));
        same(new D(0.0), new D(-0.0));
        same(new F(Float.NaN), new F(Float.NaN));
        same(new F(0.0f), new F(-0.0f));
        same(new F(1e10f), new F(1e10f + 1));
        int[] shared = {1, 2};
        System.out.println(new Arr(shared).equals(new Arr(shared)) + " " + new Arr(shared).equals(new Arr(shared.clone()))
                + " " + (new Arr(shared).hashCode() == new Arr(shared).hashCode()) + " " + new Arr(null)
                + " " + new Arr(null).equals(new Arr(null)) + " " + new Arr(shared).toString().startsWith("Arr[a=[I@"));
        same(new Refs(null, null, null), new Refs(null, null, null));
        same(new Refs("a", 1, 1000), new Refs(new String("a"), 1, 1000));
        same(new Refs("a", 1, 1000), new Refs("a", 1L, 1000));
        same(new Refs("a", null, 1), new Refs(null, "a", 1));
        same(new Nested(new Refs("x", 'c', 2), new D(1.5), null), new Nested(new Refs("x", 'c', 2), new D(1.5), null));
        same(new Card(Suit.HEARTS, 3), new Card(Suit.HEARTS, 3));
        same(new Card(Suit.HEARTS, 3), new Card(Suit.CLUBS, 3));
        System.out.println(new D(2).equals(new F(2)) + " " + new D(2).equals("D[d=2.0]") + " " + new Card(null, 0));
        System.out.println(new D(2.5).hashCode() == Double.hashCode(2.5));
        System.out.println(new F(-0.0f).hashCode() == Float.hashCode(-0.0f));
        System.out.println(new Refs(null, null, null).hashCode());
    }
}
