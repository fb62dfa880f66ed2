//@ run-native
// Exercises weak, soft and phantom references without a collector: get, clear, enqueue, refersTo, and reference queues.
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

public class ReferenceKinds {
    static class Tagged extends WeakReference<Object> {
        private final String tag;

        Tagged(Object referent, ReferenceQueue<Object> queue, String tag) {
            super(referent, queue);
            this.tag = tag;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object kept = new Object();
        Object other = new Object();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> weak = new WeakReference<>(kept, queue);
        SoftReference<Object> soft = new SoftReference<>(kept);
        PhantomReference<Object> phantom = new PhantomReference<>(kept, queue);
        System.out.println((weak.get() == kept) + " " + (soft.get() == kept) + " " + phantom.get());
        System.out.println(weak.refersTo(kept) + " " + weak.refersTo(other) + " " + soft.refersTo(kept) + " "
            + phantom.refersTo(kept) + " " + weak.refersTo(null));

        System.out.println("queue empty " + queue.poll() + " " + queue.remove(1));
        System.out.println("enqueue " + weak.enqueue() + " again " + weak.enqueue() + " cleared " + weak.get());
        System.out.println("polled itself " + (queue.poll() == weak) + " then " + queue.poll());
        weak.clear();
        System.out.println("cleared " + weak.refersTo(null) + " enqueue later " + weak.enqueue());

        phantom.clear();
        System.out.println("phantom cleared " + phantom.refersTo(null) + " enqueue " + phantom.enqueue() + " "
            + (queue.remove() == phantom));
        System.out.println("soft without queue " + soft.enqueue() + " " + soft.get());

        Tagged first = new Tagged(kept, queue, "first");
        Tagged second = new Tagged(other, queue, "second");
        first.enqueue();
        second.enqueue();
        StringBuilder tags = new StringBuilder();
        for (Reference<?> each = queue.poll(); each != null; each = queue.poll()) {
            tags.append(((Tagged) each).tag).append(' ');
        }
        System.out.println("both tags " + tags.toString().contains("first") + tags.toString().contains("second"));

        Tagged awaited = new Tagged(kept, queue, "awaited");
        String[] seen = new String[1];
        Thread remover = new Thread(() -> {
            try {
                seen[0] = ((Tagged) queue.remove()).tag;
            } catch (InterruptedException e) {
                seen[0] = "interrupted";
            }
        });
        remover.start();
        while (remover.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        awaited.enqueue();
        remover.join();
        System.out.println("removed by a thread " + seen[0]);
        WeakReference<String> nothing = new WeakReference<>(null);
        System.out.println(nothing.get() + " " + nothing.refersTo(null));
        try {
            queue.remove(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("no negative timeout");
        }
        Reference.reachabilityFence(kept);
        Reference.reachabilityFence(other);
        try {
            new PhantomReference<>(kept, null).enqueue();
            System.out.println("a phantom without queue is useless but allowed");
        } catch (NullPointerException e) {
            System.out.println("a phantom needs a queue");
        }
    }
}
