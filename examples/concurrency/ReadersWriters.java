//@ check: safe
//@ args: 2 1 1
// Readers and writers, where waiting writers go first (after the template with hooks before and after each access: "rwvsn").
// Arguments: readers (2), writers (1), accesses of each (1; 0 is for ever). Expected: safe.

public class ReadersWriters {
    private int activeReaders;
    private int activeWriters;
    private int waitingWriters;
    private int data;

    int read() throws InterruptedException {
        beforeRead();
        int seen = data;
        assert activeWriters == 0 : "a writer is there as well";
        afterRead();
        return seen;
    }

    void write(int value) throws InterruptedException {
        beforeWrite();
        assert activeReaders == 0 && activeWriters == 1 : "the writer is not alone";
        data = value;
        afterWrite();
    }

    private boolean mayRead() {
        return waitingWriters == 0 && activeWriters == 0;
    }

    private boolean mayWrite() {
        return activeReaders == 0 && activeWriters == 0;
    }

    private synchronized void beforeRead() throws InterruptedException {
        while (!mayRead()) {
            wait();
        }
        activeReaders++;
    }

    private synchronized void afterRead() {
        activeReaders--;
        notifyAll();
    }

    private synchronized void beforeWrite() throws InterruptedException {
        waitingWriters++;
        while (!mayWrite()) {
            wait();
        }
        waitingWriters--;
        activeWriters++;
    }

    private synchronized void afterWrite() {
        activeWriters--;
        notifyAll();
    }

    private void use(int value, int times) {
        try {
            for (int i = 0; times == 0 || i < times; i += times == 0 ? 0 : 1) {
                if (value == 0) {
                    read();
                } else {
                    write(value);
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        int readers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int writers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int times = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        ReadersWriters shared = new ReadersWriters();
        for (int i = 1; i <= readers; i++) {
            new Thread(() -> shared.use(0, times), "reader " + i).start();
        }
        for (int i = 1; i <= writers; i++) {
            int value = i;
            new Thread(() -> shared.use(value, times), "writer " + i).start();
        }
    }
}
