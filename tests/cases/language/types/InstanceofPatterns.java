//@ run-native
// Exercises instanceof with and without binding: scoping through &&, ||, !, loops, arrays, generics and null.
import java.util.ArrayList;
import java.util.List;

public class InstanceofPatterns {
    static String s = "field";

    static String describe(Object o) {
        if (o instanceof Integer i && i > 10) return "big int " + (i + 1);
        if (o instanceof Integer i) return "int " + i;
        if (o instanceof String s && !s.isEmpty()) return "string " + s.charAt(0) + s.length();
        if (o instanceof CharSequence cs) return "chars " + cs.length();
        if (o instanceof int[] a && a.length > 1) return "ints " + a[1];
        if (o instanceof Object[] a) return "objects " + a.length;
        if (o instanceof List<?> l && l.size() > 0 && l.get(0) instanceof Double d) return "doubles " + d / 2;
        if (o instanceof Runnable r) {
            r.run();
            return "ran";
        }
        return o == null ? "null" : "other " + o.getClass().getSimpleName();
    }

    static int negated(Object o) {
        if (!(o instanceof String t)) {
            return -1;
        }
        return t.length();
    }

    static boolean shadow(Object o) {
        return o instanceof String s && s.equals("x") || s.equals("field");
    }

    static int drain(List<Object> list) {
        int sum = 0;
        while (!list.isEmpty() && list.remove(0) instanceof Integer n) {
            sum += n;
        }
        return sum;
    }

    record Point(int x, int y) {
        @Override
        public boolean equals(Object o) { return o instanceof Point p && x == p.x && y == p.y; }

        @Override
        public int hashCode() { return x ^ y; }
    }

    interface Marker { }

    public static void main(String[] args) {
        Object[] things = {5, 50, "hey", "", new StringBuilder("sb"), new int[] {7, 8}, new int[] {7}, new String[3],
            new int[2][2], List.of(3.0), List.of(), List.of(1), null, 'c', 5L, (Runnable) () -> System.out.print("! ")};
        for (Object o : things) {
            System.out.println(describe(o));
        }
        System.out.println(negated("four") + " " + negated(4) + " " + negated(null));
        System.out.println(shadow("x") + " " + shadow("y") + " " + shadow(3));
        System.out.println(drain(new ArrayList<>(List.of(1, 2, 3, "stop", 100))));
        System.out.println(new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(1, 2).equals("no"));
        Object o = new int[0][];
        System.out.println((o instanceof Object[]) + " " + (o instanceof int[][]) + " " + (o instanceof Cloneable) + " "
                + (o instanceof java.io.Serializable) + " " + (o instanceof Object[][]) + " " + (o instanceof Marker));
        Object strings = new String[0];
        System.out.println((strings instanceof Object[]) + " " + (strings instanceof CharSequence[]) + " " + (strings instanceof Integer[])
                + " " + (strings instanceof Comparable[]));
        Object in = 42;
        String text = in instanceof Number n ? "n" + n.intValue() : in instanceof String t ? t : "?";
        System.out.println(text);
        for (Object x = 3; x instanceof Integer i && i > 0; x = i - 1) {
            System.out.print(i);
        }
        System.out.println();
        System.out.println((null instanceof Object) + " " + ((Object) args instanceof String[] a && a.length == 0));
    }
}
