// A stack without locks: two threads push and pop.
import java.util.concurrent.atomic.*;

public class Treiber {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push(int value) {
        Node old;
        do {
            old = top.get();
        } while (!top.compareAndSet(old, new Node(value, old)));
    }

    static int pop() {
        Node old;
        do {
            old = top.get();
            if (old == null) return 0;
        } while (!top.compareAndSet(old, old.next));
        return old.value;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int which = i;
            threads[i] = new Thread(() -> {
                push(which + 1);
                sums[which] = pop();
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        assert sums[0] + sums[1] == 3;
    }
}
