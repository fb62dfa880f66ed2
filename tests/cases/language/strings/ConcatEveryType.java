//@ run-native
// Exercises string concatenation of every type, null, chars, long chains past twenty operands and compound +=.
public class ConcatEveryType {
    static int calls;

    static class Shown {
        final String s;

        Shown(String s) { this.s = s; }

        @Override
        public String toString() {
            calls++;
            return s;
        }
    }

    static String chain(int a, long b, String c) {
        return "" + a + b + c + a + b + c + a + b + c + a + b + c + a + b + c + a + b + c + a + b + c + a + b + c
                + 'x' + 1.5 + true + a + b + c + null + a + b + c + 2f + a + b + c + "end";
    }

    static String wide(long[] v) {
        return v[0] + "," + v[1] + "," + v[2] + "," + v[3] + "," + v[4] + "," + v[5] + "," + v[6] + "," + v[7] + ","
                + v[8] + "," + v[9] + "," + v[10] + "," + v[11];
    }

    public static void main(String[] args) {
        boolean z = args.length > 0;
        byte b = -128;
        short s = -32768;
        char c = 'c';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        float f = -1.1f;
        double d = 1e100;
        String n = null;
        Object o = null;
        System.out.println("" + z + b + s + c + i + l + f + d + n + o);
        System.out.println(z + "|" + b + "|" + s + "|" + c + "|" + i + "|" + l + "|" + f + "|" + d + "|" + n + "|" + o);
        System.out.println(c + i + "" + c + i);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println('a' + 'b' + "" + 'a' + 'b');
        System.out.println("sum " + (1 + 2) + " diff " + (1 - 2) + " neg " + -i);
        System.out.println(n + n);
        System.out.println(new Shown("shown") + "" + new Shown(null) + " " + calls);
        System.out.println(chain(1, -2L, "x"));
        System.out.println(wide(new long[] {0, 1, -1, 10, 100, -100, 9999999999L, Long.MAX_VALUE, Long.MIN_VALUE, 7, 8, 9}));
        System.out.println("f " + Float.NaN + Float.NEGATIVE_INFINITY + -0.0f + Float.MIN_VALUE + Float.MAX_VALUE + " " + 1e7f + " " + 1e-3f + " " + 123456.7f);
        System.out.println("d " + Double.NaN + Double.POSITIVE_INFINITY + -0.0 + Double.MIN_VALUE + Double.MAX_VALUE + " " + 1e7 + " " + 9999999.0 + " " + 0.001 + " " + 0.00099);
        String t = "t";
        t += 1;
        t += 'c';
        t += 2.5;
        t += null;
        t += t;
        t += 1 + 2;
        System.out.println(t);
        String[] cells = {"a", null};
        int k = 0;
        cells[k++] += "b" + k;
        cells[k--] += k;
        System.out.println(cells[0] + cells[1] + k);
        Object obj = "obj";
        obj += "ect";
        System.out.println(obj);
        char[] chars = {'h', 'i'};
        System.out.println("chars " + String.valueOf(chars) + chars.length);
        StringBuilder sb = new StringBuilder();
        sb.append(z).append(b).append(c).append(l).append(f).append(d).append((Object) null).append(chars).append(n);
        System.out.println(sb + " " + sb.length());
        String e = "";
        System.out.println((e + e == "") + " " + (e + e).isEmpty() + " " + ("a" + e).equals("a"));
        final String half = "ha";
        System.out.println((half + "lf" == "half") + " " + "\1\u0001\2".length() + ("x\1y" + i + "\2").length());
        String uni = "\u00e9\u4e2d" + c + '\u20ac' + "\ud83d\ude00";
        System.out.println(uni.length() + " " + (int) uni.charAt(1) + " " + uni.codePointAt(4) + " " + uni.hashCode());
    }
}
