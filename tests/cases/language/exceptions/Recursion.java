//@ run-native
// Exercises deep but legal recursion: 5000 frames, mutual recursion, Ackermann, tree walks and memoized Fibonacci.
public class Recursion {
    static int sumTo(int n) { return n == 0 ? 0 : n + sumTo(n - 1); }

    static double alternate(int n, double acc, long other) {
        return n == 0 ? acc + other : alternate(n - 1, other + 0.5, (long) acc);
    }

    static boolean even(int n) { return n == 0 || odd(n - 1); }

    static boolean odd(int n) { return n != 0 && even(n - 1); }

    static int ackermann(int m, int n) {
        if (m == 0) return n + 1;
        if (n == 0) return ackermann(m - 1, 1);
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    static long[] memo = new long[91];

    static long fib(int n) {
        if (n < 2) return n;
        if (memo[n] == 0) memo[n] = fib(n - 1) + fib(n - 2);
        return memo[n];
    }

    static int moves;

    static void hanoi(int n, char from, char to, char via) {
        if (n == 0) return;
        hanoi(n - 1, from, via, to);
        moves++;
        if (n == 6) System.out.println(from + "->" + to);
        hanoi(n - 1, via, to, from);
    }

    static int queens(int size, int row, int cols, int up, int down) {
        if (row == size) return 1;
        int found = 0;
        for (int c = 0; c < size; c++) {
            int bit = 1 << c, u = 1 << (row + c), d = 1 << (row - c + size);
            if ((cols & bit | up & u | down & d) == 0) {
                found += queens(size, row + 1, cols | bit, up | u, down | d);
            }
        }
        return found;
    }

    static void permute(String prefix, String rest) {
        if (rest.isEmpty()) {
            System.out.print(prefix + " ");
        }
        for (int i = 0; i < rest.length(); i++) {
            permute(prefix + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1));
        }
    }

    static int unwind(int n) {
        if (n == 0) throw new IllegalStateException("bottom reached");
        return unwind(n - 1) + 1;
    }

    public static void main(String[] args) {
        System.out.println(sumTo(5000));
        System.out.println(alternate(4999, 1.5, 7));
        System.out.println(even(5000) + " " + odd(5000) + " " + even(4999));
        System.out.println(ackermann(2, 9) + " " + ackermann(3, 4));
        System.out.println(fib(90));
        hanoi(6, 'a', 'c', 'b');
        System.out.println(moves);
        System.out.println(queens(4, 0, 0, 0, 0) + " " + queens(6, 0, 0, 0, 0) + " " + queens(7, 0, 0, 0, 0));
        permute("", "abcd");
        System.out.println();
        try {
            unwind(3000);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
