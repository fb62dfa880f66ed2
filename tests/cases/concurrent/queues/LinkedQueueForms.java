//@ run-native
// Exercises LinkedBlockingQueue: capacity shared by threads, iteration during changes, bulk operations, and streams.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

public class LinkedQueueForms {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> shared = new LinkedBlockingQueue<>(5);
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Thread[] offering = new Thread[4];
        for (int i = 0; i < offering.length; i++) {
            int id = i;
            offering[i] = new Thread(() -> {
                for (int n = 0; n < 10; n++) {
                    (shared.offer(id) ? accepted : refused).incrementAndGet();
                }
            });
            offering[i].start();
        }
        for (Thread thread : offering) {
            thread.join();
        }
        System.out.println("accepted " + accepted + " refused " + refused + " size " + shared.size()
            + " remaining " + shared.remainingCapacity());

        LinkedBlockingQueue<Integer> sums = new LinkedBlockingQueue<>();
        for (int i = 1; i <= 40; i++) {
            sums.add(i);
        }
        AtomicInteger rounds = new AtomicInteger();
        Thread[] folding = new Thread[3];
        for (int i = 0; i < folding.length; i++) {
            folding[i] = new Thread(() -> {
                // Takes two numbers and gives back their sum, under a lock so that nobody is left with half a pair.
                while (true) {
                    synchronized (sums) {
                        if (sums.size() < 2) {
                            return;
                        }
                        sums.add(sums.remove() + sums.remove());
                    }
                    rounds.incrementAndGet();
                }
            });
            folding[i].start();
        }
        for (Thread thread : folding) {
            thread.join();
        }
        System.out.println("folded into " + sums + " in " + rounds + " rounds");

        LinkedBlockingQueue<String> words = new LinkedBlockingQueue<>(List.of("one", "two", "three", "four", "five"));
        List<String> seen = new ArrayList<>();
        Iterator<String> iterator = words.iterator();
        while (iterator.hasNext()) {
            String word = iterator.next();
            seen.add(word);
            if (word.equals("two")) {
                words.remove("three");
                words.add("six");
                iterator.remove();
            }
        }
        System.out.println(seen + " " + words);
        System.out.println(words.stream().map(String::length).collect(Collectors.toList())
            + " " + words.removeIf(word -> word.length() == 4) + " " + words
            + " " + Arrays.toString(words.toArray(new String[0])));
        List<String> sink = new ArrayList<>(List.of("zero"));
        System.out.println(words.drainTo(sink, 1) + " " + sink + " " + words + " " + words.drainTo(sink, 0));
        words.clear();
        System.out.println(words + " " + words.peek() + " " + words.equals(new LinkedBlockingQueue<String>()));
        try {
            new LinkedBlockingQueue<String>(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no capacity of zero");
        }
        try {
            words.drainTo(words);
        } catch (IllegalArgumentException e) {
            System.out.println("cannot drain into itself");
        }
    }
}
