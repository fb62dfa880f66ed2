//@ run-native
// Exercises lock-free stacks: one on AtomicReference, one on AtomicStampedReference that reuses its nodes without harm.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;

public class LockFreeStack {
    record Cell(int value, Cell below) { }

    static class Simple {
        private final AtomicReference<Cell> top = new AtomicReference<>();

        void push(int value) {
            Cell seen;
            do {
                seen = top.get();
            } while (!top.compareAndSet(seen, new Cell(value, seen)));
        }

        Integer pop() {
            Cell seen;
            do {
                seen = top.get();
                if (seen == null) {
                    return null;
                }
            } while (!top.compareAndSet(seen, seen.below()));
            return seen.value();
        }
    }

    /** A stack of indices: a free list whose cells come back, so that only the stamp tells old from new. */
    static class FreeList {
        private final int[] below;
        private final AtomicStampedReference<Integer> top = new AtomicStampedReference<>(-1, 0);

        FreeList(int size) {
            below = new int[size];
            for (int i = 0; i < size; i++) {
                push(i);
            }
        }

        void push(int index) {
            int[] stamp = new int[1];
            Integer seen;
            do {
                seen = top.get(stamp);
                below[index] = seen;
            } while (!top.compareAndSet(seen, index, stamp[0], stamp[0] + 1));
        }

        int pop() {
            int[] stamp = new int[1];
            Integer seen;
            do {
                seen = top.get(stamp);
                if (seen < 0) {
                    return -1;
                }
            } while (!top.compareAndSet(seen, below[seen], stamp[0], stamp[0] + 1));
            return seen;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Simple stack = new Simple();
        FreeList free = new FreeList(4);
        List<Integer> popped = new ArrayList<>();
        int[] owners = new int[4];
        int[] clashes = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            threads.add(new Thread(() -> {
                List<Integer> own = new ArrayList<>();
                for (int n = 0; n < 60; n++) {
                    stack.push(id * 100 + n);
                    if (n % 2 == 1) {
                        own.add(stack.pop());
                    }
                    int cell = free.pop();
                    owners[cell] = id;
                    Thread.yield();
                    if (owners[cell] != id) {
                        synchronized (clashes) {
                            clashes[0]++;
                        }
                    }
                    free.push(cell);
                }
                synchronized (popped) {
                    popped.addAll(own);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("popped while running " + popped.size() + ", clashes " + clashes[0]);
        for (Integer left = stack.pop(); left != null; left = stack.pop()) {
            popped.add(left);
        }
        System.out.println("in all " + popped.size() + " distinct " + popped.stream().distinct().count() + " sum "
            + popped.stream().mapToInt(Integer::intValue).sum());
        List<Integer> cells = new ArrayList<>();
        for (int cell = free.pop(); cell >= 0; cell = free.pop()) {
            cells.add(cell);
        }
        cells.sort(null);
        System.out.println("free again " + cells + " stamp " + free.top.getStamp());
    }
}
