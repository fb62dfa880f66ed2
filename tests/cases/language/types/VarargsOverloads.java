//@ run-native
// Exercises overload resolution: phases of widening, boxing and varargs, null arguments and most specific choices.
import java.util.Arrays;
import java.util.List;

public class VarargsOverloads {
    static String f(int x) { return "int"; }

    static String f(long x) { return "long"; }

    static String f(double x) { return "double"; }

    static String f(Integer x) { return "Integer"; }

    static String f(Object x) { return "Object"; }

    static String f(int... x) { return "int..." + x.length; }

    static String g(long x) { return "long"; }

    static String g(Integer x) { return "Integer"; }

    static String g(Object... x) { return "Object..." + (x == null ? "null" : x.length); }

    static String h(Object o) { return "Object"; }

    static String h(String s) { return "String"; }

    static String h(CharSequence s) { return "CharSequence"; }

    static String k(String first, Object... rest) { return first + "+" + Arrays.toString(rest); }

    static String m(Object o, String... s) { return "one then " + s.length; }

    static String p(char c) { return "char"; }

    static String p(int c) { return "int"; }

    static String q(List<?> l) { return "List"; }

    static String q(Iterable<?> l) { return "Iterable"; }

    static String r(float x) { return "float"; }

    static String r(double x) { return "double"; }

    static String s(byte... b) { return "byte..." + b.length; }

    static String s(Integer... b) { return "Integer..." + b.length; }

    static int total(int... v) {
        int t = 0;
        for (int x : v) t += x;
        v[0] = -1;
        return t;
    }

    public static void main(String[] args) {
        byte b = 1;
        short sh = 1;
        char c = 'c';
        System.out.println(f(b) + " " + f(sh) + " " + f(c) + " " + f(1) + " " + f(1L) + " " + f(1f) + " " + f(1.0));
        System.out.println(f((Integer) 1) + " " + f((Long) 1L) + " " + f(true) + " " + f("s") + " " + f() + " " + f(1, 2) + " " + f(b, c));
        System.out.println(f(new int[] {1, 2, 3}) + " " + f(new long[0]) + " " + f((Object) new int[0]));
        System.out.println(g(1) + " " + g((byte) 1) + " " + g(1.0) + " " + g() + " " + g(1, 2) + " " + g((Object[]) null)
                + " " + g((Object) null) + " " + g((Object[]) new String[] {"a", "b"}) + " " + g((Object) new String[] {"a", "b"})
                + " " + g(new int[] {1, 2}));
        System.out.println(h(null) + " " + h("s") + " " + h(new StringBuilder()) + " " + h((Object) "s") + " " + h('c'));
        System.out.println(k("a") + " " + k("a", 1, 'c', null) + " " + k("a", (Object) null) + " " + k("a", "b", "c")
                + " " + k("a", new Object[] {1, 2}) + " " + k("a", new Object[] {1}, 2).startsWith("a+[[Ljava.lang.Object;@"));
        System.out.println(m("a") + " " + m("a", "b", "c") + " " + m(1, new String[0]));
        System.out.println(p('a') + " " + p('a' + 1) + " " + p((char) ('a' + 1)) + " " + p(97) + " " + p(c++) + " " + p(+c));
        System.out.println(q(List.of()) + " " + q((Iterable<?>) List.of()));
        System.out.println(r(1) + " " + r(1L) + " " + r(1.0) + " " + r('c'));
        System.out.println(s(b, b) + " " + s(1, 2));
        int[] kept = {1, 2, 3};
        System.out.println(total(kept) + " " + kept[0] + " " + total(4, 5));
        boolean yes = args.length == 0;
        System.out.println(f(yes ? 1 : 2L) + " " + f(yes ? 1 : "x") + " " + f(yes ? b : sh) + " " + f(yes ? null : 0)
                + " " + h(yes ? "a" : "b"));
    }
}
