//@ run-native
// Exercises compound assignment: implicit casts, single evaluation of the left side, and operand order.
public class CompoundAssignment {
    static int calls;
    int field = 10;
    static long total = 1;

    static CompoundAssignment self(CompoundAssignment c) {
        calls++;
        return c;
    }

    static int index(int i) {
        System.out.println("index " + i);
        return i;
    }

    static int[] array(int[] a) {
        System.out.println("array");
        return a;
    }

    static int value(int v) {
        System.out.println("value " + v);
        return v;
    }

    public static void main(String[] args) {
        byte b = 100;
        b += 100;
        System.out.println(b);
        b *= 2.5;
        System.out.println(b);
        short s = 10;
        s /= 0.3;
        System.out.println(s);
        char c = 'a';
        c *= 2;
        System.out.println((int) c);
        int i = 5;
        i += 3.7f;
        System.out.println(i);
        i -= 'a';
        System.out.println(i);
        long l = 1;
        l <<= 40;
        l |= 1;
        l ^= -1;
        System.out.println(l);
        float f = 1;
        f += 1e-8;
        System.out.println(f);
        double d = 10;
        d %= 3;
        d -= 1L << 53;
        System.out.println(d);

        CompoundAssignment holder = new CompoundAssignment();
        self(holder).field += 5;
        self(holder).field++;
        int old = self(holder).field--;
        System.out.println(holder.field + " " + old + " calls " + calls);
        total += total++ + ++total;
        System.out.println(total);

        int[] cells = {1, 2, 3};
        array(cells)[index(1)] += value(10);
        System.out.println(cells[1]);
        array(cells)[index(0)]++;
        System.out.println(cells[0]);
        int k = 0;
        k = k++ + k++;
        System.out.println(k);
        k += k++ * 2 + k;
        System.out.println(k);
        int p = 3;
        cells[p - 1] = p = 1;
        System.out.println(cells[2] + " " + p);
        int x, y, z;
        x = y = z = 7;
        x += y -= z *= 2;
        System.out.println(x + " " + y + " " + z);
        Integer boxed = 5;
        boxed += 2;
        boxed++;
        System.out.println(boxed);
        boolean flag = true;
        flag &= 3 > 4;
        flag |= 4 > 3;
        flag ^= true;
        System.out.println(flag);
    }
}
