//@ check: deadlock
//@ args: 2 1
// The lecture's reader-writer lock, where a writer that leaves forgets the readers. Arguments: readers (2), writers (1). Expected: deadlock.

import gov.nasa.arc.ase.jpf.jvm.Verify;

public class ReaderWriterLockDeadlock {
    private int readers;
    private boolean busy;
    private final Object readCondition;
    private final Object writeCondition;

    ReaderWriterLockDeadlock() {
        Verify.beginAtomic();
        readers = 0;
        busy = false;
        readCondition = new Object();
        writeCondition = new Object();
        Verify.endAtomic();
    }

    private synchronized boolean tryRead() {
        if (busy) {
            return false;
        }
        readers++;
        return true;
    }

    private synchronized boolean tryWrite() {
        if (busy || readers > 0) {
            return false;
        }
        busy = true;
        return true;
    }

    void enterRead() throws InterruptedException {
        synchronized (readCondition) {
            while (!tryRead()) {
                readCondition.wait();
            }
        }
        check();
    }

    void enterWrite() throws InterruptedException {
        synchronized (writeCondition) {
            while (!tryWrite()) {
                writeCondition.wait();
            }
        }
        check();
    }

    void exitRead() {
        synchronized (this) {
            readers--;
        }
        check();
        synchronized (writeCondition) {
            writeCondition.notify();
        }
    }

    void exitWrite() {
        synchronized (this) {
            busy = false;
        }
        check();
        synchronized (writeCondition) {
            writeCondition.notify();
        }
    }

    private synchronized void check() {
        Verify.assertTrue(!busy || readers == 0);
    }

    public static void main(String[] args) {
        int readers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int writers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        ReaderWriterLockDeadlock lock = new ReaderWriterLockDeadlock();
        for (int i = 0; i < readers + writers; i++) {
            boolean reads = i < readers;
            new Thread(() -> use(lock, reads), (reads ? "reader " : "writer ") + (i + 1)).start();
        }
    }

    static void use(ReaderWriterLockDeadlock lock, boolean reads) {
        try {
            if (reads) {
                lock.enterRead();
                lock.exitRead();
            } else {
                lock.enterWrite();
                lock.exitWrite();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
