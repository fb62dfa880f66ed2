//@ run-native
// Exercises a hand-written cyclic barrier with generations: prefix sums computed in rounds by one thread per element.
import java.util.Arrays;

public class BarrierByHand {
    private final int parties;
    private int waiting;
    private int generation;

    BarrierByHand(int parties) {
        this.parties = parties;
    }

    synchronized int await() throws InterruptedException {
        int mine = generation;
        waiting++;
        if (waiting == parties) {
            waiting = 0;
            generation++;
            notifyAll();
        } else {
            while (mine == generation) {
                wait();
            }
        }
        return mine;
    }

    /** Every thread adds the element that stands 1, 2, 4, ... places before its own. */
    static int[] prefixSums(int[] input) throws InterruptedException {
        int n = input.length;
        int[] values = input.clone();
        BarrierByHand barrier = new BarrierByHand(n);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int at = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int distance = 1; distance < n; distance *= 2) {
                        int addend = at >= distance ? values[at - distance] : 0;
                        barrier.await();
                        values[at] += addend;
                        barrier.await();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(n + " threads, generations " + barrier.generation);
        return values;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(Arrays.toString(prefixSums(new int[] {5})));
        System.out.println(Arrays.toString(prefixSums(new int[] {3, 1, 4, 1, 5, 9, 2, 6})));
        int[] ones = new int[12];
        Arrays.fill(ones, 1);
        System.out.println(Arrays.toString(prefixSums(ones)));
        System.out.println(Arrays.toString(prefixSums(new int[] {1, -2, 3, -4, 5})));
    }
}
