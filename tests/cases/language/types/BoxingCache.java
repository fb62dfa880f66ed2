//@ run-native
// Exercises boxing caches, == between boxes and primitives, unboxing arithmetic and mixed equality.
import java.util.ArrayList;
import java.util.List;

public class BoxingCache {
    static Integer box(int v) { return v; }

    static Long box(long v) { return v; }

    static Short box(short v) { return v; }

    static Character box(char v) { return v; }

    static Object any(Object o) { return o; }

    public static void main(String[] args) {
        for (int v : new int[] {-129, -128, -1, 0, 127, 128, 1000}) {
            Integer a = v;
            Integer b = v;
            System.out.println(v + " " + (a == b) + " " + a.equals(b) + " " + (a == v) + " " + (box(v) == box(v))
                    + " " + (box((long) v) == box((long) v)) + " " + (box((short) v) == box((short) v))
                    + " " + (a <= b && a >= b));
        }
        for (char c : new char[] {0, 'a', 127, 128}) {
            System.out.println((int) c + " " + (box(c) == box(c)) + " " + box(c).equals(box(c)));
        }
        Boolean t = true;
        Boolean u = Boolean.parseBoolean("TRUE");
        Byte b1 = (byte) -128;
        Byte b2 = (byte) -128;
        System.out.println((t == u) + " " + (b1 == b2) + " " + (Boolean.valueOf("x") == Boolean.FALSE));
        Integer i = 127;
        Integer old = i;
        i++;
        System.out.println(i + " " + old + " " + (i == old + 1));
        i--;
        System.out.println(i == old);
        Long l = 5L;
        System.out.println(l.equals(5) + " " + l.equals(5L) + " " + (l == 5) + " " + new Object().equals(5));
        Object o1 = any(1);
        Object o2 = any(1L);
        System.out.println(o1.equals(o2) + " " + o1.getClass().getName() + " " + o2.getClass().getName() + " " + any('c').getClass().getName()
                + " " + any(1f).getClass().getName() + " " + any((byte) 1).getClass().getName() + " " + any(true).getClass().getName());
        List<Integer> list = new ArrayList<>();
        for (int k = 5; k > 0; k--) list.add(k);
        list.remove(1);
        list.remove(Integer.valueOf(1));
        System.out.println(list);
        double d = old;
        long wide = old;
        float f = 'c';
        System.out.println(d + " " + wide + " " + f + " " + (old / 2) + " " + (old / 2.0) + " " + (old & 1) + " " + -old + " " + ~old);
        Character ch = 'a';
        ch++;
        System.out.println(ch + " " + (ch + 1) + " " + (char) (ch + 1));
        Integer sum = 0;
        for (int k = 0; k < 300; k++) sum += k;
        System.out.println(sum);
        boolean yes = args.length == 0;
        Object mixed = yes ? 1 : 2.0;
        Object kept = yes ? (Object) 1 : 2.0;
        Integer ternary = yes ? Integer.valueOf(1000) : 0;
        System.out.println(mixed + " " + kept + " " + ternary);
        System.out.println(Integer.valueOf(77) == Integer.valueOf("77"));
        System.out.println(Double.valueOf(1.0) == Double.valueOf(1.0));
    }
}
