//@ check: deadlock
//@ args: 1
// Sleeping barber who looks at the chairs before he lies down, and lies down a little later: the customer who comes in between wakes
// nobody. Argument: customers (1). Expected: deadlock, both wait for each other.

public class SleepingBarberDeadlock {
    private final Object bell = new Object();
    private final Object chair = new Object();
    private volatile int waiting;
    private int invited;

    void visit() throws InterruptedException {
        synchronized (chair) {
            waiting++;
            synchronized (bell) {
                bell.notify();
            }
            while (invited == 0) {
                chair.wait();
            }
            invited--;
        }
    }

    void cut(int customers) {
        try {
            for (int i = 0; i < customers; i++) {
                if (waiting == 0) {
                    // Whoever rings now is not heard.
                    synchronized (bell) {
                        bell.wait();
                    }
                }
                synchronized (chair) {
                    waiting--;
                    invited++;
                    chair.notify();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int customers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        SleepingBarberDeadlock shop = new SleepingBarberDeadlock();
        new Thread(() -> shop.cut(customers), "barber").start();
        for (int i = 0; i < customers; i++) {
            new Thread(() -> {
                try {
                    shop.visit();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "customer " + (i + 1)).start();
        }
    }
}
