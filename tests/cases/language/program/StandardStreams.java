//@ run-native
// Exercises println and print overloads of every type on both streams, and an exception printed with printStackTrace.
public class StandardStreams {
    static class Quiet {
        @Override
        public String toString() { return null; }
    }

    static void nested(int n) {
        if (n == 0) throw new UnsupportedOperationException("printed, not thrown out");
        nested(n - 1);
    }

    public static void main(String[] args) {
        System.out.print(true);
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(1.5f);
        System.out.print(2.5);
        System.out.print(new char[] {'x', 'y'});
        System.out.print("s");
        System.out.print((Object) null);
        System.out.print((String) null);
        System.out.println();
        System.out.println(false);
        System.out.println('d');
        System.out.println(-1);
        System.out.println(Long.MIN_VALUE);
        System.out.println(1f / 3);
        System.out.println(1d / 3);
        System.out.println(new char[] {'z'});
        System.out.println((Object) "object");
        System.out.println(new Quiet());
        System.out.println((byte) 'a' + " " + (short) 'b');
        System.out.append("app").append('e').append("xxndxx", 2, 4).println();
        System.out.printf("%d %s %c %b %x %05d|%-4s|%4s|%.2f%n", 1, "two", '3', true, 255, 42, "l", "r", 2.5);
        System.out.write('w');
        System.out.write('\n');
        System.out.flush();
        System.err.println("error stream");
        System.err.print(42);
        System.err.println();
        try {
            nested(2);
        } catch (UnsupportedOperationException e) {
            e.printStackTrace();
            e.printStackTrace(System.out);
        }
        try {
            System.out.println((char[]) null);
        } catch (NullPointerException e) {
            System.out.println("null chars");
        }
        System.out.println("exit code stays 0");
    }
}
