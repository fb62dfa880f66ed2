//@ run-native
// Exercises PriorityBlockingQueue: several producers, one consumer that sees a sorted order, comparators, and growth.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PriorityTasks {
    record Task(int priority, String name) { }

    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Task> tasks = new PriorityBlockingQueue<>(2,
            Comparator.comparingInt(Task::priority).reversed().thenComparing(Task::name));
        Thread[] producers = new Thread[3];
        for (int p = 0; p < producers.length; p++) {
            int id = p;
            producers[p] = new Thread(() -> {
                for (int n = 0; n < 6; n++) {
                    tasks.put(new Task((n * 5 + id) % 7, "p" + id + "n" + n));
                }
            });
            producers[p].start();
        }
        for (Thread producer : producers) {
            producer.join();
        }
        StringBuilder order = new StringBuilder();
        Task first = tasks.peek();
        while (!tasks.isEmpty()) {
            Task task = tasks.take();
            order.append(task.priority()).append(task.name()).append(' ');
        }
        System.out.println(first + " " + order);

        int[] received = new int[50];
        PriorityBlockingQueue<Integer> numbers = new PriorityBlockingQueue<>();
        Thread consumer = new Thread(() -> {
            try {
                for (int i = 0; i < received.length; i++) {
                    received[i] = numbers.take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        consumer.start();
        for (int n = 0; n < 50; n++) {
            numbers.offer(n * 17 % 50);
        }
        consumer.join();
        Arrays.sort(received);
        System.out.println("received " + received[0] + ".." + received[49] + " distinct "
            + Arrays.stream(received).distinct().count() + " left " + numbers.poll(1, TimeUnit.MILLISECONDS));

        PriorityBlockingQueue<String> words = new PriorityBlockingQueue<>(List.of("pear", "apple", "fig", "plum"));
        System.out.println(words.remainingCapacity() == Integer.MAX_VALUE);
        System.out.println(words.remove("fig") + " " + words.contains("plum") + " " + words.comparator());
        List<String> drained = new ArrayList<>();
        words.drainTo(drained, 2);
        System.out.println(drained + " " + words);
        try {
            new PriorityBlockingQueue<Object>(List.of(new Object(), new Object()));
        } catch (ClassCastException e) {
            System.out.println("elements must be comparable");
        }
        try {
            words.offer(null);
        } catch (NullPointerException e) {
            System.out.println("and not null");
        }
    }
}
