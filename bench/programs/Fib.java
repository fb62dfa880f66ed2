// Doubly recursive Fibonacci: measures the cost of a call.
public class Fib {
    private static final int DEFAULT_N = 35;

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_N;
        System.out.println("fib " + n + " " + fib(n));
    }

    private static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
