//@ check: safe
//@ args: 1 2 1
// Sleeping barber: customers who find a chair wait to be served, the others go away; barbers sleep while nobody waits. Arguments: barbers (1),
// customers (2), chairs (1). Expected: safe.

public class SleepingBarber {
    private final int chairs;
    private int waiting;
    private int invited;
    private int served;
    private int turnedAway;
    private boolean closed;

    SleepingBarber(int chairs) {
        this.chairs = chairs;
    }

    /** A customer comes in. */
    synchronized void visit() throws InterruptedException {
        if (waiting == chairs) {
            turnedAway++;
            return;
        }
        waiting++;
        assert waiting <= chairs;
        notifyAll();
        while (invited == 0) {
            wait();
        }
        invited--;
        served++;
    }

    /** A barber calls for the next customer; false if the shop is closed and empty. */
    private synchronized boolean invite() throws InterruptedException {
        while (waiting == 0 && !closed) {
            wait();
        }
        if (waiting == 0) {
            return false;
        }
        waiting--;
        invited++;
        notifyAll();
        return true;
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    void cut() {
        try {
            while (invite()) {
                Thread.yield();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int barbers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int customers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int chairs = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        SleepingBarber shop = new SleepingBarber(chairs);
        for (int i = 1; i <= barbers; i++) {
            new Thread(shop::cut, "barber " + i).start();
        }
        Thread[] visitors = new Thread[customers];
        for (int i = 0; i < customers; i++) {
            visitors[i] = new Thread(() -> {
                try {
                    shop.visit();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "customer " + (i + 1));
            visitors[i].start();
        }
        for (Thread visitor : visitors) {
            visitor.join();
        }
        shop.close();
        synchronized (shop) {
            assert shop.served + shop.turnedAway == customers;
            assert shop.waiting == 0 && shop.invited == 0;
        }
    }
}
