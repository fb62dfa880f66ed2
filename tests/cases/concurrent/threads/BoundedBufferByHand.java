//@ run-native
// Exercises a hand-written bounded buffer with several producers and consumers: nothing is lost and nothing doubled.
import java.util.Arrays;

public class BoundedBufferByHand {
    static class Buffer {
        private final int[] slots;
        private int head;
        private int size;
        private int largest;

        Buffer(int capacity) {
            slots = new int[capacity];
        }

        synchronized void put(int value) throws InterruptedException {
            while (size == slots.length) {
                wait();
            }
            slots[(head + size) % slots.length] = value;
            size++;
            largest = Math.max(largest, size);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (size == 0) {
                wait();
            }
            int value = slots[head];
            head = (head + 1) % slots.length;
            size--;
            notifyAll();
            return value;
        }
    }

    private static final int STOP = -1;

    private static Thread spawn(InterruptibleBody body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    interface InterruptibleBody {
        void run() throws InterruptedException;
    }

    static void trial(int capacity, int producers, int consumers, int each) throws InterruptedException {
        Buffer buffer = new Buffer(capacity);
        int[] seen = new int[producers * each];
        Thread[] making = new Thread[producers];
        Thread[] taking = new Thread[consumers];
        for (int p = 0; p < producers; p++) {
            int first = p * each;
            making[p] = spawn(() -> {
                for (int i = 0; i < each; i++) {
                    buffer.put(first + i);
                }
            });
        }
        for (int c = 0; c < consumers; c++) {
            taking[c] = spawn(() -> {
                for (int value = buffer.take(); value != STOP; value = buffer.take()) {
                    synchronized (seen) {
                        seen[value]++;
                    }
                }
            });
        }
        for (Thread thread : making) {
            thread.join();
        }
        for (int c = 0; c < consumers; c++) {
            buffer.put(STOP);
        }
        for (Thread thread : taking) {
            thread.join();
        }
        System.out.println("capacity " + capacity + ", " + producers + " to " + consumers + ": "
            + Arrays.stream(seen).filter(n -> n == 1).count() + " once, left " + buffer.size
            + ", within bounds " + (buffer.largest <= capacity));
    }

    public static void main(String[] args) throws InterruptedException {
        trial(1, 1, 1, 50);
        trial(1, 3, 2, 30);
        trial(4, 2, 3, 40);
        trial(100, 4, 1, 25);
    }
}
