//@ run-native
// Exercises DelayQueue: items leave in the order of their delays, not before they are due, and a leader hands over.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayedItems {
    private static final long START_NANOS = System.nanoTime();

    static class Item implements Delayed {
        private final String name;
        private final long dueNanos;

        Item(String name, long delayMillis) {
            this.name = name;
            dueNanos = START_NANOS + TimeUnit.MILLISECONDS.toNanos(delayMillis);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(dueNanos - ((Item) other).dueNanos, 0);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Item> queue = new DelayQueue<>();
        queue.add(new Item("third", 120));
        queue.put(new Item("first", -10));
        queue.offer(new Item("second", 60));
        queue.offer(new Item("much later", 3_600_000), 1, TimeUnit.SECONDS);
        System.out.println("size " + queue.size() + " head " + queue.peek());
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Item item = queue.take();
            order.add(item.name + (item.getDelay(TimeUnit.NANOSECONDS) <= 0 ? "" : " too early"));
        }
        System.out.println(order);
        System.out.println("not due: " + queue.poll() + " " + queue.poll(1, TimeUnit.MILLISECONDS) + ", size "
            + queue.size() + " head " + queue.peek());
        List<Item> drained = new ArrayList<>();
        System.out.println("drained " + queue.drainTo(drained) + " removed " + queue.remove(queue.peek())
            + " empty " + queue.isEmpty());

        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        Thread[] takers = new Thread[3];
        for (int i = 0; i < takers.length; i++) {
            takers[i] = new Thread(() -> {
                try {
                    taken.add(queue.take().name);
                } catch (InterruptedException e) {
                    taken.add("interrupted");
                }
            });
            takers[i].start();
            while (takers[i].getState() != Thread.State.WAITING) {
                Thread.yield();
            }
        }
        queue.add(new Item("slow", 250));
        queue.add(new Item("quick", 0));
        for (int i = 0; i < 100 && taken.size() < 2; i++) {
            Thread.sleep(10);
        }
        for (Thread taker : takers) {
            taker.interrupt();
        }
        for (Thread taker : takers) {
            taker.join();
        }
        Collections.sort(taken);
        System.out.println(taken + " left " + queue.size());
        try {
            queue.add(null);
        } catch (NullPointerException e) {
            System.out.println("nothing cannot be delayed");
        }
    }
}
