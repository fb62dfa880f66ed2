//@ run-native
// Exercises mutual exclusion: counters bumped by several threads under methods, blocks, static locks and monitors of arrays.
public class SynchronizedCounter {
    private int byMethod;
    private int byBlock;
    private static long byClass;
    private final int[] cells = new int[1];
    private final Object guard = new Object();
    static final int THREADS = 3;
    static final int ROUNDS = 2000;

    synchronized void method() { byMethod++; }

    void block() {
        synchronized (guard) {
            byBlock += 2;
        }
    }

    static synchronized void shared() { byClass += 1L << 32; }

    void array() {
        synchronized (cells) {
            cells[0]++;
            if (cells[0] % 1000 == 0) {
                throw new IllegalStateException("at " + cells[0]);
            }
        }
    }

    static class Account {
        int money = 1000;
        final int id;

        Account(int id) { this.id = id; }

        static void move(Account from, Account to, int amount) {
            Account first = from.id < to.id ? from : to;
            Account second = first == from ? to : from;
            synchronized (first) {
                synchronized (second) {
                    from.money -= amount;
                    to.money += amount;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedCounter c = new SynchronizedCounter();
        Account[] accounts = {new Account(0), new Account(1), new Account(2)};
        int[] failures = new int[THREADS];
        Thread[] workers = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int me = t;
            workers[t] = new Thread(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    c.method();
                    c.block();
                    shared();
                    try {
                        c.array();
                    } catch (IllegalStateException e) {
                        failures[me]++;
                    }
                    Account.move(accounts[(me + i) % 3], accounts[(me + i + 1) % 3], i % 7);
                }
            });
        }
        for (Thread w : workers) w.start();
        for (Thread w : workers) w.join();
        System.out.println(c.byMethod + " " + c.byBlock + " " + (byClass >> 32) + " " + c.cells[0]);
        System.out.println("failures " + (failures[0] + failures[1] + failures[2]));
        System.out.println(accounts[0].money + accounts[1].money + accounts[2].money);
        System.out.println(accounts[0].money + " " + accounts[1].money + " " + accounts[2].money);
    }
}
