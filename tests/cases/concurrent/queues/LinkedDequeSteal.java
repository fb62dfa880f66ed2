//@ run-native
// Exercises LinkedBlockingDeque for work stealing: owners take from the front, thieves from the back, each job done once.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class LinkedDequeSteal {
    public static void main(String[] args) throws InterruptedException {
        int workers = 3;
        int jobs = 90;
        List<LinkedBlockingDeque<Integer>> deques = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            deques.add(new LinkedBlockingDeque<>());
        }
        // All the work starts with worker 0; the others live by stealing.
        for (int job = 0; job < jobs; job++) {
            deques.get(0).addLast(job);
        }
        AtomicIntegerArray done = new AtomicIntegerArray(jobs);
        AtomicInteger left = new AtomicInteger(jobs);
        Thread[] threads = new Thread[workers];
        for (int w = 0; w < workers; w++) {
            int me = w;
            threads[w] = new Thread(() -> {
                while (left.get() > 0) {
                    Integer job = deques.get(me).pollFirst();
                    for (int other = 0; job == null && other < workers; other++) {
                        job = deques.get(other).pollLast();
                    }
                    if (job != null) {
                        done.incrementAndGet(job);
                        left.decrementAndGet();
                    }
                    Thread.yield();
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int once = 0;
        for (int job = 0; job < jobs; job++) {
            once += done.get(job) == 1 ? 1 : 0;
        }
        System.out.println("done once " + once + " left " + left);

        LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>(3);
        deque.putFirst("b");
        deque.putLast("c");
        deque.push("a");
        System.out.println(deque + " " + deque.offerFirst("x") + " " + deque.offerLast("y", 1, TimeUnit.MILLISECONDS)
            + " " + deque.remainingCapacity());
        StringBuffer log = new StringBuffer();
        Thread blocked = new Thread(() -> {
            try {
                deque.putFirst("z");
                log.append("put at the front");
            } catch (InterruptedException e) {
                log.append("interrupted");
            }
        });
        blocked.start();
        while (blocked.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        System.out.println(deque.takeLast());
        blocked.join();
        System.out.println(log + " " + deque + " " + deque.peekFirst() + deque.peekLast() + " " + deque.pop());
        deque.addLast("b");
        System.out.println(deque.removeFirstOccurrence("b") + " " + deque + " " + deque.removeLastOccurrence("q"));
        List<String> backwards = new ArrayList<>();
        deque.descendingIterator().forEachRemaining(backwards::add);
        System.out.println(backwards + " " + deque.pollLast(1, TimeUnit.SECONDS) + deque.pollFirst()
            + deque.pollFirst(1, TimeUnit.MILLISECONDS));
        try {
            deque.getFirst();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("empty " + e.getMessage());
        }
    }
}
