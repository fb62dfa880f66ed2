//@ run-native
// Exercises ArrayBlockingQueue between threads: blocking when full and empty, fairness, draining, and removal inside.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

public class ArrayQueueBounded {
    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(2, true);
        List<String> got = new ArrayList<>();
        Thread producer = new Thread(() -> {
            try {
                for (String item : "a b c d e f".split(" ")) {
                    queue.put(item);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        awaitWaiting(producer);
        System.out.println("full " + queue + " remaining " + queue.remainingCapacity() + " offer "
            + queue.offer("x") + " " + queue.offer("y", 1, TimeUnit.MILLISECONDS));
        for (int i = 0; i < 6; i++) {
            got.add(queue.take());
        }
        producer.join();
        System.out.println(got + " " + queue.poll() + " " + queue.peek()
            + " " + queue.poll(1, TimeUnit.MILLISECONDS));

        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Thread[] takers = new Thread[3];
        for (int i = 0; i < takers.length; i++) {
            int id = i;
            takers[i] = new Thread(() -> {
                try {
                    order.add(queue.take() + " to taker " + id);
                } catch (InterruptedException e) {
                    order.add("interrupted " + id);
                }
            });
            takers[i].start();
            awaitWaiting(takers[i]);
        }
        queue.put("first");
        takers[0].join();
        takers[1].interrupt();
        takers[1].join();
        queue.put("second");
        takers[2].join();
        System.out.println(order);

        ArrayBlockingQueue<Integer> numbers = new ArrayBlockingQueue<>(6, false, List.of(1, 2, 3, 4, 5, 6));
        numbers.poll();
        numbers.poll();
        numbers.add(7);
        System.out.println(numbers + " " + numbers.remove(4) + " " + numbers.contains(7)
            + " " + numbers.removeIf(n -> n % 2 == 1) + " " + numbers);
        numbers.addAll(List.of(10, 20, 30));
        List<Integer> drained = new ArrayList<>();
        System.out.println(numbers.drainTo(drained, 2) + " " + drained + " " + numbers.drainTo(drained) + " " + drained
            + " " + numbers.isEmpty());
        for (Runnable wrong : new Runnable[] {() -> numbers.add(null), () -> numbers.drainTo(numbers), numbers::remove,
            numbers::element, () -> new ArrayBlockingQueue<>(0),
            () -> new ArrayBlockingQueue<>(1, false, List.of(1, 2))}) {
            try {
                wrong.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
