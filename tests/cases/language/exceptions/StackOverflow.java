//@ run-native
// Exercises StackOverflowError caught from plain, mutual and constructor recursion, with finally blocks still running.
public class StackOverflow {
    static int depth;
    static int finallies;

    static int plunge(int n) {
        depth++;
        return plunge(n + 1) + 1;
    }

    static void ping() { pong(); }

    static void pong() { ping(); }

    static class Nest {
        final Nest inner = new Nest();
    }

    static void tidy(int n) {
        try {
            tidy(n + 1);
        } finally {
            finallies++;
        }
    }

    static class Loop {
        Loop other;

        @Override
        public String toString() { return "Loop of " + other; }
    }

    public static void main(String[] args) {
        try {
            plunge(0);
            System.out.println("impossible");
        } catch (StackOverflowError e) {
            System.out.println("plunge caught " + (depth > 500) + " " + e.getMessage());
        }
        try {
            ping();
        } catch (StackOverflowError e) {
            System.out.println("ping caught");
        }
        try {
            new Nest();
        } catch (StackOverflowError e) {
            System.out.println("constructor caught");
        }
        try {
            tidy(0);
        } catch (StackOverflowError e) {
            System.out.println("tidy caught " + (finallies > 0));
        }
        Loop a = new Loop();
        a.other = a;
        try {
            a.toString();
        } catch (Error e) {
            System.out.println("toString caught " + (e instanceof VirtualMachineError));
        }
        depth = 0;
        try {
            plunge(0);
        } catch (Throwable t) {
            System.out.println("again " + t.getClass().getName());
        }
        System.out.println("still alive");
    }
}
