//@ run-native
// Exercises char as a number: promotion in +, increments, ciphers, comparisons and conditional typing.
public class CharArithmetic {
    static String rot(String text, int by) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c >= 'a' && c <= 'z') {
                c = (char) ('a' + (c - 'a' + by + 26) % 26);
            } else if (c >= 'A' && c <= 'Z') {
                c = (char) ('A' + (c - 'A' + by + 26) % 26);
            }
            out.append(c);
        }
        return out.toString();
    }

    static String kind(int v) { return "int " + v; }

    static String kind(char v) { return "char " + v; }

    static String kind(Object v) { return "object " + v.getClass().getSimpleName() + " " + v; }

    public static void main(String[] args) {
        System.out.println(rot("Hello, World", 13) + " " + rot(rot("Hello, World", 13), 13) + " " + rot("abc", -1));
        char c = 'a';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println(c++ + c);
        System.out.println("" + c + c);
        System.out.println('a' + 'b' + "c" + 'd' + 'e');
        System.out.println('0' + 5 + " " + (char) ('0' + 5));
        boolean yes = args.length == 0;
        int zero = 0;
        System.out.println(kind(yes ? 'x' : 0));
        System.out.println(kind(yes ? 'x' : zero));
        System.out.println(kind(yes ? 'x' : 70000));
        System.out.println(kind(yes ? 'x' : Integer.valueOf(1)));
        System.out.println(kind((Object) (yes ? 'x' : (Object) 1)));
        System.out.println(kind(yes ? (byte) 1 : 'x'));
        System.out.println(kind('a' + 'b'));
        System.out.println(kind(c));
        System.out.println((Object) (yes ? 1 : 2.0));
        final int digits = '9' - '0' + 1;
        int[] histogram = new int[digits];
        for (char d : "31415926535".toCharArray()) {
            histogram[d - '0']++;
        }
        for (char d = '0'; d <= '9'; d++) {
            System.out.print(d + "=" + histogram[d - '0'] + " ");
        }
        System.out.println();
        char[] word = {'j', 'v', 'm'};
        System.out.println(word);
        System.out.println(String.valueOf(word) + word.length);
        System.out.println('\u0041' + "" + '\101' + (int) '\t' + (int) '\377' + '\'' + "\"");
        System.out.println((int) Character.MAX_VALUE + " " + (char) 97 + " " + (int) 'z' % 26);
    }
}
