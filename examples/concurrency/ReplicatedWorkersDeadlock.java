//@ check: deadlock
//@ args: 3 1
// Replicated workers, where the last one that finds no work wakes only one of the others. Arguments: workers (3), items at the start
// (1). Expected: deadlock.

public class ReplicatedWorkersDeadlock {
    private final int workers;
    private final int[] pool;
    private int size;
    private int waiting;
    private boolean done;
    private int finished;

    ReplicatedWorkersDeadlock(int workers, int items) {
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
            notify();
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
        int workers = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int items = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        ReplicatedWorkersDeadlock shared = new ReplicatedWorkersDeadlock(workers, items);
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
