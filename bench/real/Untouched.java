/** Two threads, each with 60 writes to a volatile of its own, beside many objects that nobody touches. */
public class Untouched {
    static volatile int a, b;
    static Object[] junk;
    static class Node { int n; Node(int n) { this.n = n; } }
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        junk = new Object[count];
        for (int i = 0; i < count; i++) junk[i] = new Node(i);
        Thread s = new Thread(() -> { for (int i = 0; i < 60; i++) a = i; });
        Thread t = new Thread(() -> { for (int i = 0; i < 60; i++) b = i; });
        s.start(); t.start(); s.join(); t.join();
    }
}
