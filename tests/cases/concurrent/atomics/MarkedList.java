//@ run-native
// Exercises a sorted lock-free list whose links carry deletion marks in AtomicMarkableReference.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicMarkableReference;

public class MarkedList {
    static class Node {
        final int key;
        final AtomicMarkableReference<Node> next;

        Node(int key, Node next) {
            this.key = key;
            this.next = new AtomicMarkableReference<>(next, false);
        }
    }

    private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

    /** The last node below the key and the first one not below it; unlinks marked nodes on its way. */
    private Node[] find(int key) {
        retry:
        while (true) {
            Node before = head;
            Node current = before.next.getReference();
            boolean[] marked = new boolean[1];
            while (true) {
                Node after = current.next.get(marked);
                while (marked[0]) {
                    if (!before.next.compareAndSet(current, after, false, false)) {
                        continue retry;
                    }
                    current = after;
                    after = current.next.get(marked);
                }
                if (current.key >= key) {
                    return new Node[] {before, current};
                }
                before = current;
                current = after;
            }
        }
    }

    boolean add(int key) {
        while (true) {
            Node[] place = find(key);
            if (place[1].key == key) {
                return false;
            }
            if (place[0].next.compareAndSet(place[1], new Node(key, place[1]), false, false)) {
                return true;
            }
        }
    }

    boolean remove(int key) {
        while (true) {
            Node[] place = find(key);
            if (place[1].key != key) {
                return false;
            }
            Node after = place[1].next.getReference();
            if (place[1].next.compareAndSet(after, after, false, true)) {
                place[0].next.compareAndSet(place[1], after, false, false);
                return true;
            }
        }
    }

    List<Integer> keys() {
        find(Integer.MAX_VALUE);
        List<Integer> keys = new ArrayList<>();
        for (Node node = head.next.getReference(); node.key != Integer.MAX_VALUE; node = node.next.getReference()) {
            keys.add(node.key);
        }
        return keys;
    }

    public static void main(String[] args) throws InterruptedException {
        MarkedList list = new MarkedList();
        AtomicInteger added = new AtomicInteger();
        AtomicInteger removed = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            threads.add(new Thread(() -> {
                for (int n = 0; n < 40; n++) {
                    added.addAndGet(list.add((n * 7 + id) % 40) ? 1 : 0);
                    if (n % 3 == 0) {
                        removed.addAndGet(list.remove((n * 11 + id) % 40) ? 1 : 0);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        List<Integer> keys = list.keys();
        System.out.println("balance " + (added.get() - removed.get() == keys.size())
            + " sorted " + keys.equals(keys.stream().sorted().distinct().toList()));
        for (int key = 0; key < 40; key++) {
            list.add(key);
        }
        for (int key = 0; key < 40; key += 2) {
            list.remove(key);
        }
        System.out.println(list.keys() + " " + list.add(1) + list.add(2) + list.remove(2) + list.remove(2));

        AtomicMarkableReference<String> mark = new AtomicMarkableReference<>("a", false);
        boolean[] holder = new boolean[1];
        System.out.println(mark.attemptMark("b", true) + " " + mark.attemptMark("a", true) + " " + mark.get(holder)
            + holder[0] + " " + mark.weakCompareAndSet("a", "c", false, false) + " " + mark.isMarked());
        mark.set("d", false);
        System.out.println(mark.getReference() + " " + mark.isMarked());
    }
}
