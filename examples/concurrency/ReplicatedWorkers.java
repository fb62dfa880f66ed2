//@ check: safe
//@ args: 2 2
// Replicated workers over one pool of work: each takes an item, and an item may give rise to another one. A worker that finds the pool empty
// waits, since those at work may still fill it; when all wait, the work is done. Arguments: workers (2), items at the start (2).
// Expected: safe.

public class ReplicatedWorkers {
    private final int workers;
    private final int[] pool;
    private int size;
    private int waiting;
    private boolean done;
    private int finished;

    ReplicatedWorkers(int workers, int items) {
        this.workers = workers;
        pool = new int[2 * items];
        for (int i = 0; i < items; i++) {
            pool[size++] = 2;
        }
    }

    /** An item, or 0 if there will never be one again. */
    private synchronized int take() throws InterruptedException {
        waiting++;
        if (size == 0 && waiting == workers) {
            done = true;
            notifyAll();
        }
        while (size == 0 && !done) {
            wait();
        }
        if (done) {
            return 0;
        }
        waiting--;
        int item = pool[--size];
        pool[size] = 0;
        return item;
    }

    private synchronized void put(int item) {
        assert !done : "work after the end";
        pool[size++] = item;
        notify();
    }

    private synchronized void finish() {
        finished++;
    }

    private void work() {
        try {
            for (int item = take(); item > 0; item = take()) {
                if (item > 1) {
                    put(item - 1);
                }
                finish();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int workers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int items = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        ReplicatedWorkers shared = new ReplicatedWorkers(workers, items);
        Thread[] threads = new Thread[workers];
        for (int i = 0; i < workers; i++) {
            threads[i] = new Thread(shared::work, "worker " + (i + 1));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert shared.finished == 2 * items : "finished " + shared.finished;
    }
}
