//@ run-native
// Exercises int and long overflow, MIN_VALUE / -1, negation of MIN_VALUE and the exact-math helpers.
public class IntOverflow {
    static int divide(int a, int b) { return a / b; }

    static int remainder(int a, int b) { return a % b; }

    static long divide(long a, long b) { return a / b; }

    static long remainder(long a, long b) { return a % b; }

    public static void main(String[] args) {
        int[] corners = {0, 1, -1, 2, -2, 46341, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : corners) {
            for (int b : corners) {
                System.out.println(a + " " + b + " -> " + (a + b) + " " + (a - b) + " " + (a * b)
                        + (b == 0 ? "" : " " + divide(a, b) + " " + remainder(a, b)));
            }
        }
        long[] wide = {0, 1, -1, 3037000500L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long a : wide) {
            for (long b : wide) {
                System.out.println(a + " " + b + " => " + (a + b) + " " + (a - b) + " " + (a * b)
                        + (b == 0 ? "" : " " + divide(a, b) + " " + remainder(a, b)));
            }
        }
        int min = Integer.MIN_VALUE;
        System.out.println(-min + " " + Math.abs(min) + " " + ~min);
        long lmin = Long.MIN_VALUE;
        System.out.println(-lmin + " " + Math.abs(lmin) + " " + ~lmin);
        int counter = Integer.MAX_VALUE;
        counter++;
        System.out.println(counter);
        counter--;
        System.out.println(counter);
        try {
            System.out.println(Math.addExact(Integer.MAX_VALUE, 1));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(Math.multiplyExact(1L << 40, 1L << 40));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
