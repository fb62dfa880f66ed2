import java.util.function.IntUnaryOperator;

/** Three threads race, and who comes first decides which class, lambda, literal or exception is met first. */
public class Late {
    static volatile int turn;
    static final Object[] kept = new Object[3];
    static final Late lock = new Late();
    int rounds;

    enum Colour { RED, GREEN }

    record Pair(int a, String b) { }

    static class First {
        static int count = 1;
        static String told = "first";
    }

    static class Second {
        static int count = 2;
        static long[] table = new long[3];
    }

    static class Third {
        static final Object[] nothing = { };
        static int count = First.count + 2;
    }

    static class Refused extends RuntimeException {
        Refused(String what) {
            super(what);
        }
    }

    synchronized void count(int by) {
        rounds += by;
    }

    static void go(int number, int rounds) {
        for (int round = 0; round < rounds; round++) {
            int now = turn;
            turn = now + 1;
            kept[number] = made(number + now);
            lock.count(number);
        }
    }

    static Object made(int which) {
        switch (which % 7) {
            case 0: First.count++; return First.told + which;
            case 1: return Second.class;
            case 2: Third.count++; return (IntUnaryOperator) x -> x + Third.count;
            case 3: int by = which; return (IntUnaryOperator) x -> x * by;
            case 4: return new Pair(which, "pair").toString();
            case 5:
                try {
                    throw new Refused("round " + which);
                } catch (Refused refused) {
                    return refused;
                }
            default: return Colour.values()[which % 2];
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            int number = i, rounds = Integer.parseInt(args[1]);
            threads[i] = new Thread(() -> go(number, rounds));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
