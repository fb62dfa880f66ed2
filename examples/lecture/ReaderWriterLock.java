//@ check: safe
//@ args: 2 1
// The lecture's reader-writer lock with its calls to the model checker: guarded commands that try, and wait on an object of their own if they
// fail. Arguments: readers (2), writers (1). Expected: safe.

import gov.nasa.arc.ase.jpf.jvm.Verify;

public class ReaderWriterLock {
    private int readers;
    private boolean busy;
    private final Object readCondition;
    private final Object writeCondition;

    ReaderWriterLock() {
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
        synchronized (readCondition) {
            readCondition.notifyAll();
        }
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
        ReaderWriterLock lock = new ReaderWriterLock();
        for (int i = 0; i < readers + writers; i++) {
            boolean reads = i < readers;
            new Thread(() -> use(lock, reads), (reads ? "reader " : "writer ") + (i + 1)).start();
        }
    }

    static void use(ReaderWriterLock lock, boolean reads) {
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
