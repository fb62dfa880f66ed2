//@ run-native
// Exercises ConcurrentLinkedQueue and ConcurrentLinkedDeque with several producers and consumers: order per producer is kept.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class LockFreeQueues {
    private static final int EACH = 80;

    private static boolean ascendingPerProducer(List<Integer> items) {
        int[] last = new int[3];
        Arrays.fill(last, -1);
        for (int item : items) {
            int producer = item / 1000;
            if (item % 1000 <= last[producer]) {
                return false;
            }
            last[producer] = item % 1000;
        }
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        AtomicInteger taken = new AtomicInteger();
        List<List<Integer>> results = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            int id = p;
            threads.add(new Thread(() -> {
                for (int n = 0; n < EACH; n++) {
                    queue.add(id * 1000 + n);
                    if (n % 2 == 0) {
                        deque.addFirst(n);
                    } else {
                        deque.addLast(-n);
                    }
                }
            }));
        }
        for (int c = 0; c < 2; c++) {
            List<Integer> own = new ArrayList<>();
            results.add(own);
            threads.add(new Thread(() -> {
                while (taken.get() < 3 * EACH) {
                    Integer item = queue.poll();
                    if (item == null) {
                        Thread.yield();
                    } else {
                        taken.incrementAndGet();
                        own.add(item);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("taken " + taken + " by two consumers in order "
            + ascendingPerProducer(results.get(0)) + " " + ascendingPerProducer(results.get(1))
            + " together " + (results.get(0).size() + results.get(1).size()) + " left " + queue.size());
        int front = 0;
        int back = 0;
        while (!deque.isEmpty()) {
            front += deque.pollFirst();
            back += deque.pollLast();
        }
        System.out.println("deque front " + front + " back " + back);

        ConcurrentLinkedQueue<String> words = new ConcurrentLinkedQueue<>(List.of("a", "b", "c", "d"));
        Iterator<String> iterator = words.iterator();
        System.out.print(iterator.next() + " ");
        words.add("e");
        words.remove("c");
        iterator.forEachRemaining(word -> System.out.print(word + " "));
        System.out.println(words + " " + words.removeAll(List.of("a", "e")) + " " + words + " "
            + words.retainAll(List.of("b")) + words);
        ConcurrentLinkedDeque<String> letters = new ConcurrentLinkedDeque<>(List.of("m", "n"));
        letters.push("l");
        System.out.println(letters.peekFirst() + letters.peekLast() + " " + letters.removeLastOccurrence("m") + " "
            + letters + " " + letters.pop() + letters.getLast());
        try {
            words.offer(null);
        } catch (NullPointerException e) {
            System.out.println("null refused");
        }
    }
}
