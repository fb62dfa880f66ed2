//@ run-native
// Exercises a hand-written readers-writer lock that prefers writers: readers see only complete updates.
public class ReadersWriterByHand {
    private int readers;
    private int waitingWriters;
    private boolean writing;
    private int mostReaders;

    synchronized void startRead() throws InterruptedException {
        while (writing || waitingWriters > 0) {
            wait();
        }
        readers++;
        mostReaders = Math.max(mostReaders, readers);
    }

    synchronized void endRead() {
        readers--;
        if (readers == 0) {
            notifyAll();
        }
    }

    synchronized void startWrite() throws InterruptedException {
        waitingWriters++;
        try {
            while (writing || readers > 0) {
                wait();
            }
            writing = true;
        } finally {
            waitingWriters--;
        }
    }

    synchronized void endWrite() {
        writing = false;
        notifyAll();
    }

    private static int left = 500;
    private static int right = 500;

    public static void main(String[] args) throws InterruptedException {
        ReadersWriterByHand lock = new ReadersWriterByHand();
        int[] torn = new int[3];
        int[] reads = new int[3];
        Thread[] readers = new Thread[3];
        for (int i = 0; i < readers.length; i++) {
            int id = i;
            readers[i] = new Thread(() -> {
                try {
                    for (int n = 0; n < 100; n++) {
                        lock.startRead();
                        int seen = left;
                        Thread.yield();
                        torn[id] += seen + right == 1000 ? 0 : 1;
                        reads[id]++;
                        lock.endRead();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        Thread[] writers = new Thread[2];
        for (int i = 0; i < writers.length; i++) {
            int step = i == 0 ? 3 : -1;
            writers[i] = new Thread(() -> {
                try {
                    for (int n = 0; n < 60; n++) {
                        lock.startWrite();
                        left -= step;
                        Thread.yield();
                        right += step;
                        lock.endWrite();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (Thread thread : readers) {
            thread.start();
        }
        for (Thread thread : writers) {
            thread.start();
        }
        for (Thread thread : readers) {
            thread.join();
        }
        for (Thread thread : writers) {
            thread.join();
        }
        System.out.println("reads " + (reads[0] + reads[1] + reads[2]) + " torn " + (torn[0] + torn[1] + torn[2]));
        System.out.println("left " + left + " right " + right + " idle "
            + (lock.readers == 0 && !lock.writing && lock.waitingWriters == 0));
        System.out.println("readers together at most three: " + (lock.mostReaders >= 1 && lock.mostReaders <= 3));
    }
}
