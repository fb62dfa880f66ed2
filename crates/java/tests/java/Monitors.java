import java.util.ArrayList;
import java.util.List;

/** Monitors: nested, re-entered, of synchronized methods, static ones, and left by exceptions. */
public class Monitors {
    private final Object first = new Object();
    private final Object second = new Object();
    private int both;
    private static long total;

    static class Stumble extends RuntimeException {
        Stumble(String why) {
            super(why);
        }
    }

    private void nested(int round) {
        synchronized (first) {
            synchronized (second) {
                synchronized (first) {
                    both += round;
                }
            }
            if (round % 3 == 1) {
                throw new Stumble("in round " + round);
            }
        }
    }

    private synchronized int deep(int depth) {
        return depth == 0 ? both : deep(depth - 1) + 1;
    }

    private static synchronized void add(int amount) {
        total += amount;
        if (amount == 4) {
            throw new Stumble("four");
        }
    }

    private void work(String name) {
        int caught = 0;
        for (int round = 0; round < 6; round++) {
            try {
                nested(round);
                add(round);
            } catch (Stumble stumble) {
                caught += stumble.getMessage().length();
            }
        }
        System.out.println(name + " " + (deep(5) >= 5) + " " + caught);
    }

    public static void main(String[] args) throws InterruptedException {
        Monitors shared = new Monitors();
        List<Thread> threads = new ArrayList<>();
        for (String name : new String[] {"one", "two", "three"}) {
            Thread thread = new Thread(() -> shared.work(name), name);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared.both + " " + total);
    }
}
