//@ check: safe
//@ args: 2 1 1 2
// Bounded buffer that counts its free and its used places by two semaphores, both monitors of their own. It waits for them before it enters
// its own monitor. Arguments: places (2), producers (1), consumers (1), items of each producer (2; 0 is for ever). Expected: safe.

public class NestedMonitor {
    static final class Semaphore {
        private int permits;

        Semaphore(int permits) {
            this.permits = permits;
        }

        synchronized void up() {
            permits++;
            notify();
        }

        synchronized void down() throws InterruptedException {
            while (permits == 0) {
                wait();
            }
            permits--;
            assert permits >= 0;
        }
    }

    private final int[] items;
    private int in;
    private int out;
    private int count;
    private final Semaphore free;
    private final Semaphore used;

    NestedMonitor(int places) {
        items = new int[places];
        free = new Semaphore(places);
        used = new Semaphore(0);
    }

    void put(int item) throws InterruptedException {
        free.down();
        synchronized (this) {
            assert count < items.length : "too much was put";
            items[in] = item;
            in = (in + 1) % items.length;
            count++;
        }
        used.up();
    }

    int take() throws InterruptedException {
        used.down();
        int item;
        synchronized (this) {
            assert count > 0 : "too much was taken";
            item = items[out];
            items[out] = 0;
            out = (out + 1) % items.length;
            count--;
        }
        free.up();
        return item;
    }

    private void produce(int number, int times) {
        try {
            for (int i = 0; times == 0 || i < times; i += times == 0 ? 0 : 1) {
                put(number);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void consume(int times) {
        try {
            for (int i = 0; times == 0 || i < times; i += times == 0 ? 0 : 1) {
                assert take() != 0;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        int places = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int producers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int consumers = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        int items = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        NestedMonitor buffer = new NestedMonitor(places);
        for (int i = 0; i < producers; i++) {
            int number = i + 1;
            new Thread(() -> buffer.produce(number, items), "producer " + number).start();
        }
        for (int i = 0; i < consumers; i++) {
            int share = items * producers / consumers + (i < items * producers % consumers ? 1 : 0);
            if (items == 0 || share > 0) {
                new Thread(() -> buffer.consume(share), "consumer " + (i + 1)).start();
            }
        }
    }
}
