//@ run-native
// Exercises mutual exclusion from volatile variables alone: Peterson's lock for two and a bakery lock for several threads.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class PetersonLock {
    private static volatile boolean wants0;
    private static volatile boolean wants1;
    private static volatile int turn;
    private static int protectedCount;

    private static void enter(int me) {
        if (me == 0) {
            wants0 = true;
            turn = 1;
            while (wants1 && turn == 1) {
                Thread.yield();
            }
        } else {
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) {
                Thread.yield();
            }
        }
    }

    private static void leave(int me) {
        if (me == 0) {
            wants0 = false;
        } else {
            wants1 = false;
        }
    }

    static class Bakery {
        private final int size;
        private final AtomicIntegerArray choosing;
        private final AtomicIntegerArray number;

        Bakery(int size) {
            this.size = size;
            choosing = new AtomicIntegerArray(size);
            number = new AtomicIntegerArray(size);
        }

        void enter(int me) {
            choosing.set(me, 1);
            int largest = 0;
            for (int i = 0; i < size; i++) {
                largest = Math.max(largest, number.get(i));
            }
            number.set(me, largest + 1);
            choosing.set(me, 0);
            for (int other = 0; other < size; other++) {
                while (choosing.get(other) == 1) {
                    Thread.yield();
                }
                while (isBefore(other, me)) {
                    Thread.yield();
                }
            }
        }

        private boolean isBefore(int other, int me) {
            int theirs = number.get(other);
            int mine = number.get(me);
            return theirs != 0 && (theirs < mine || theirs == mine && other < me);
        }

        void leave(int me) {
            number.set(me, 0);
        }
    }

    private static void run(int threads, java.util.function.IntConsumer body) throws InterruptedException {
        Thread[] started = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int id = i;
            started[i] = new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    body.accept(id);
                }
            });
            started[i].start();
        }
        for (Thread thread : started) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        run(2, id -> {
            enter(id);
            int seen = protectedCount;
            Thread.yield();
            protectedCount = seen + 1;
            leave(id);
        });
        System.out.println("Peterson " + protectedCount);
        protectedCount = 0;
        Bakery bakery = new Bakery(3);
        run(3, id -> {
            bakery.enter(id);
            int seen = protectedCount;
            Thread.yield();
            protectedCount = seen + 1;
            bakery.leave(id);
        });
        System.out.println("bakery " + protectedCount + " numbers " + bakery.number);
    }
}
