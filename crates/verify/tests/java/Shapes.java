import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Code of many shapes, for the verifier to read and for the oracle to damage. Nothing of it is ever run. */
class Shapes extends Base implements Greeter, Serializable {
    int number;
    long wide;
    Shapes next;
    Object[] things;
    static double ratio = 1.5;
    static final String[] NAMES = {"a", "b"};

    static class Leaf extends Shapes {
        final Shapes outer;
        Leaf(Shapes outer, boolean deep) {
            super(deep ? outer.number : 3, deep && outer != null ? new Object() : "flat");
            this.outer = outer;
        }
        @Override Object pick(List<String> from) { return super.pick(from).hashCode() + greet(); }
    }

    enum Colour { RED, GREEN { @Override int weight() { return 2; } }; int weight() { return 1; } }

    class Inner {
        int seen = number;
        int both() { return seen + number + Shapes.this.depth; }
    }

    Shapes(int number, Object tag) {
        super(number > 0 ? number : -number, tag == null ? "none" : tag);
        this.number = number;
    }

    Shapes() { this(4, null); }

    static int count(Greeter... greeters) { return greeters.length; }

    @Override public String greet() { return "hello" + super.hashCode(); }

    int arithmetic(int a, long b, float c, double d) {
        int i = a * 3 + a / 2 - (a % 5) ^ (a << 3) | (a >>> 2) & ~a;
        long l = (b + i) * 7L / (b - 1) % 11 ^ (b << i) | (b >> 3) & (b >>> 4);
        float f = -c * 2f + l - i / 3f % 2f;
        double e = d / f + (double) l - -d * 4.25 % i;
        i += (byte) l + (short) f + (char) e;
        i++;
        l -= (long) f + (long) e;
        if (l > b && e < d || f >= c) { return (int) (l + e); }
        return i == 0 ? (int) f : a != 1 ? -i : (l == b ? 1 : 0);
    }

    static long loops(int[] a, long[][] b, double[] sums, byte[] small, boolean[] flags, char[] text, short[] s, float[] f) {
        long total = 0;
        for (int i = 0; i < a.length; i++) {
            for (long[] row : b) {
                for (long cell : row) { total += cell * a[i]; }
            }
            sums[i] += total;
            small[i] ^= 3;
            flags[i] = flags[i] && small[i] > 2;
            text[i] = (char) (text[i] + 1);
            s[i]--;
            f[i] = s[i];
            if (total > 1000) { break; }
            if (total < 0) { continue; }
            a[i] <<= 2;
        }
        do { total /= 2; } while (total > 10);
        return total;
    }

    Object exceptions(String text, Object lock) throws Exception {
        int state = 0;
        Object result = null;
        try {
            state = Integer.parseInt(text);
            synchronized (lock) {
                result = text.substring(state);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            result = e.getMessage();
            state++;
        } catch (RuntimeException e) {
            throw new Exception("state " + state, e);
        } finally {
            number = state;
        }
        try (java.io.StringReader reader = new java.io.StringReader(text)) {
            long first = reader.read();
            double half = first / 2.0;
            result = half > 3 ? (Object) Double.valueOf(half) : Long.valueOf(first);
        }
        return result;
    }

    static int choose(String word, int n, Colour colour) {
        switch (n) {
            case 1: n += 2;
            case 2: return n;
            case 1000: n = 5; break;
            case -7: throw new IllegalStateException();
            default: n = word.length();
        }
        switch (word) {
            case "one": return 1;
            case "two": return 2;
            default: break;
        }
        switch (colour) {
            case RED: return n;
            default: return colour.weight();
        }
    }

    static Object merge(boolean b, Shapes x, Leaf y, List<? extends Base> list, int[] numbers) {
        Base base = b ? x : y;
        Serializable s = b ? numbers : x;
        Object o = list;
        if (o instanceof ArrayList<?>) { o = ((ArrayList<?>) o).get(0); }
        Object[] array = b ? new String[] {"x", null} : new Shapes[3];
        array[0] = base.depth;
        int[][] grid = new int[4][5];
        Object[][][] cubes = new Object[2][3][];
        cubes[0][1] = array;
        grid[1][2] = grid[2][1]++ + numbers[--grid[0][0]];
        x.next.next = y;
        x.wide = x.next.wide++;
        x.things[1] = cubes;
        ratio = ratio * 2;
        Runnable runner = null;
        if (s == o || runner == null) { return NAMES[1]; }
        return s instanceof Cloneable ? grid.clone() : count(x, y);
    }

    static long locals(long a, int b, double c) {
        { long x = a + b; int y = (int) x; a = x * y; }
        { int p = b; double q = c; b = p + (int) q; c -= p; }
        { Object r = NAMES; long z = r.hashCode(); a |= z; }
        { Inner inner = new Shapes().new Inner(); a += inner.both(); }
        return a + b + (long) c;
    }

    static boolean logic(Object a, Object b, boolean c) {
        boolean d = a == b ? c : !c;
        while (a != null) {
            if (b == null) { return d; }
            a = b.equals(a) ? null : a.toString();
        }
        return c & d | a == b;
    }

    StringBuilder build(int n) {
        StringBuilder out = new StringBuilder(n > 3 ? "many" : "few");
        Shapes[] all = new Shapes[] {this, new Shapes(n, new Leaf(this, n > 2)), next};
        for (Shapes one : all) {
            out.append(one == null ? 'n' : one.number).append(1L).append(2.0).append(new char[] {'q'});
            if (n-- == 0) { throw new AssertionError(one); }
        }
        return out;
    }
}

class Base {
    protected int depth;
    Base(int depth, Object tag) { this.depth = depth; }
    Object pick(List<String> from) { return from.get(depth); }
}

interface Greeter {
    String greet();
}
