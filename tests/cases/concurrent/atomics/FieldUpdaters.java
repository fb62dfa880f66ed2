//@ run-native
// Exercises the three atomic field updaters from several threads, and the errors for fields that do not qualify.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdaters {
    static class Node {
        volatile int count;
        volatile long total;
        volatile String longest = "";
        volatile Node next;
        int notVolatile;
        static volatile int shared;
        volatile short narrow;

        static final AtomicIntegerFieldUpdater<Node> COUNT = AtomicIntegerFieldUpdater.newUpdater(Node.class, "count");
        static final AtomicLongFieldUpdater<Node> TOTAL = AtomicLongFieldUpdater.newUpdater(Node.class, "total");
        static final AtomicReferenceFieldUpdater<Node, String> LONGEST =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, String.class, "longest");
        static final AtomicReferenceFieldUpdater<Node, Node> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Node.class, "next");
    }

    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (RuntimeException e) {
            Throwable shown = e.getCause() instanceof NoSuchFieldException ? e.getCause() : e;
            System.out.println(label + ": " + shown.getClass().getSimpleName());
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws InterruptedException {
        Node node = new Node();
        String[] words = {"a", "bbb", "cc", "dddd", "eeeee", "f"};
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    Node.COUNT.incrementAndGet(node);
                    Node.TOTAL.addAndGet(node, n * (id + 1L));
                    String word = words[(n + id) % words.length];
                    Node.LONGEST.accumulateAndGet(node, word, (a, b) -> a.length() >= b.length() ? a : b);
                    Node fresh = new Node();
                    do {
                        fresh.next = node.next;
                    } while (!Node.NEXT.compareAndSet(node, fresh.next, fresh));
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int length = 0;
        for (Node each = node.next; each != null; each = each.next) {
            length++;
        }
        System.out.println(node.count + " " + node.total + " " + node.longest + " list of " + length);
        System.out.println(Node.COUNT.getAndSet(node, 5) + " " + Node.COUNT.getAndUpdate(node, v -> v * v)
            + " " + Node.COUNT.get(node) + " " + Node.TOTAL.getAndDecrement(node) + " " + node.total);
        Node.NEXT.lazySet(node, null);
        System.out.println(Node.NEXT.get(node) + " " + Node.LONGEST.weakCompareAndSet(new Node(), "x", "y"));

        attempt("not volatile", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "notVolatile"));
        attempt("static", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "shared"));
        attempt("missing", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "absent"));
        attempt("narrow", () -> AtomicIntegerFieldUpdater.newUpdater(Node.class, "narrow"));
        attempt("int as long", () -> AtomicLongFieldUpdater.newUpdater(Node.class, "count"));
        attempt("wrong type", () -> AtomicReferenceFieldUpdater.newUpdater(Node.class, Object.class, "longest"));
        attempt("primitive", () -> AtomicReferenceFieldUpdater.newUpdater(Node.class, Integer.class, "count"));
        attempt("wrong receiver", () -> ((AtomicIntegerFieldUpdater) Node.COUNT).get("text"));
        attempt("null receiver", () -> Node.COUNT.get(null));
        attempt("wrong value", () -> ((AtomicReferenceFieldUpdater) Node.LONGEST).set(node, 1));
    }
}
