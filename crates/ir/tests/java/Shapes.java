/** Representative shapes of code. Methods named t* take ints and are also run against the real machine. */
public class Shapes {
    static int counter;
    int field;
    Shapes next;

    static int tLoop(int n, int k) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i * k - 3;
        }
        return sum;
    }

    static int tWhileAssign(int n, int k) {
        int[] a = {n, k, 7, -1};
        int at = 0, v, sum = 0;
        while ((v = a[at++]) != -1) {
            sum = sum * 31 + v;
        }
        return sum;
    }

    static int tCompound(int i, int x) {
        int[] a = new int[8];
        i &= 3;
        a[i++] += x;
        a[i] = a[i - 1]++ + ++a[i - 1];
        int y = i;
        x = y++ + ++y;
        y += y++ * --y - y;
        a[x = 5] = x + (x = 6) - x--;
        return a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[5] + x - y;
    }

    static int tTernary(int a, int b) {
        return max(a > b ? a : b, (a & 1) == 0 ? a < 0 ? 1 : 2 : b) + (a == b ? 1 : 0);
    }

    static int max(int a, int b) {
        return a < b ? b : a;
    }

    static int tFinally(int a, int b) {
        int x = 1;
        try {
            x = 2;
            x = a / b;
            x += 100;
        } catch (ArithmeticException e) {
            x += 1000;
        } finally {
            x *= 3;
        }
        return x;
    }

    static int tNestedTry(int a, int b) {
        int where = 0;
        try {
            where++;
            try {
                where = where * 2 + a / b;
                if (a > 5) throw new IllegalStateException();
                return where;
            } finally {
                where += 10;
                counter += where;
            }
        } catch (RuntimeException e) {
            return where + 1;
        }
    }

    static int tSwitch(int a, int b) {
        int r = 0;
        switch (a) {
            case 0: r = 1;
            case 1: r += 2; break;
            case 3: r = 4; break;
            default: r = -1;
        }
        switch (b) {
            case -1000: return r;
            case 7: return r * 2;
            case 1 << 20: return r * 3;
            default: return switch (a + b) { case 1 -> 5; case 2 -> r; default -> b; };
        }
    }

    static long tLong(int a, int b) {
        long x = a, y = b;
        x = x * 1000003L + 5 - y;
        if (x > y) y <<= 3; else y = -(y >>> 2);
        if (x != 0 && y / (x == 0 ? 1 : x) <= 4) x ^= y & 0xffffL;
        x -= 32768; x -= -32768; x += 32767; x -= 40000;
        return x < y ? x | y : ~x % (y == 0 ? 3 : y) + Long.MIN_VALUE;
    }

    static int tIntEdges(int a, int b) {
        a -= 32768; b -= -32768; a += -32768; b = b - 32767 - 40000;
        int m = a * 40000 + b * -3, s = a << 33 >> b >>> 1;
        if (5 < a) m++;
        if (100000 >= b) m--;
        if (-7 != a) m += 2;
        return m ^ s & 0xff | a >>> -1;
    }

    static double tFloat(int a, int b) {
        float f = a / 3f, g = b;
        double d = f % 2 + g * 1e10;
        if (f < g) d += 1;
        if (!(f >= g)) d -= 0.5;
        if (d > 1e9 || d != d) d = -d / (b == 0 ? 0.0 : b);
        return d + (long) (d * 1e300) + (int) (f * 1e30f) + (byte) a + (char) b + (short) (a * 70000);
    }

    static long tMix(int a, int b) {
        long[] l = {a, b, 3};
        int i = 0;
        l[i++] = l[i] += l[i + 1]--;
        long c = l[0]++ + (l[1] = l[2] = a > b ? l[0] : i);
        byte[] z = new byte[3];
        z[1] += a;
        z[2] = z[1]++;
        char ch = (char) a;
        ch++;
        ch *= b;
        return c + l[0] * 3 + l[1] * 5 + l[2] * 7 + z[1] + z[2] * 9L + ch;
    }

    static int tRecursion(int a, int b) {
        a &= 15;
        return a < 2 ? a : tRecursion(a - 1, b) + tRecursion(a - 2, b);
    }

    static int tMatrix(int a, int b) {
        int[][] m = new int[3][4];
        int[][][] c = new int[2][][];
        c[1] = m;
        m[1][2] = a;
        c[1][2][3] = b;
        m[1][2] += m[2][3] -= a;
        return m[1][2] * 31 + m[2][3] + c[1].length + m[0].length;
    }

    static int tOutOfBounds(int a, int b) {
        int[] x = new int[2];
        int seen = 0;
        try {
            seen = 1;
            x[a] = b;
            seen = 2;
            x[seen = b] = a;
        } catch (ArrayIndexOutOfBoundsException e) {
            return seen + 10;
        }
        return x[0] + x[1];
    }

    Shapes chain(Object o) {
        Shapes s = (Shapes) o;
        s.next = next = s.next = this;
        s.field = field++ + (o instanceof Shapes t ? t.field : 0);
        synchronized (this) {
            counter += s.field;
        }
        return new Shapes().next == null ? s : null;
    }

    static String text(String s, int n, long w) {
        Runnable r = () -> System.out.println(s + n);
        r.run();
        return "é\n\"" + s + n + w + String.class + 'x' + 1.5 + 2.5f + "\u0000\ud800";
    }
}
