//@ run-native
// Exercises SynchronousQueue: every put meets a take, offers without a partner fail, and fair queues pair in order.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class SynchronousHandoff {
    private static Thread putting(SynchronousQueue<String> queue, String item) {
        Thread thread = new Thread(() -> {
            try {
                queue.put(item);
            } catch (InterruptedException e) {
                System.out.println("put of " + item + " interrupted");
            }
        });
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        for (boolean fair : new boolean[] {true, false}) {
            SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
            System.out.println("alone: " + queue.offer("x") + " " + queue.poll() + " " + queue.peek() + " "
                + queue.offer("y", 1, TimeUnit.MILLISECONDS) + " " + queue.poll(1, TimeUnit.MILLISECONDS));
            Thread[] putters = {putting(queue, "one"), putting(queue, "two"), putting(queue, "three")};
            System.out.println("with waiting putters: size " + queue.size() + " empty " + queue.isEmpty()
                + " peek " + queue.peek() + " contains " + queue.contains("one")
                + " remaining " + queue.remainingCapacity());
            List<String> got = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                got.add(queue.take());
            }
            for (Thread putter : putters) {
                putter.join();
            }
            System.out.println((fair ? "fair: first in, first out " : "unfair: last in, first out ") + got);
            Thread given = putting(queue, "given up");
            given.interrupt();
            given.join();
            System.out.println("after the interrupt " + queue.poll());
        }

        SynchronousQueue<Integer> rendezvous = new SynchronousQueue<>();
        List<Integer> received = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 2; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int n = 0; n < 40; n++) {
                        rendezvous.put(id * 40 + n);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i + 2] = new Thread(() -> {
                try {
                    for (int n = 0; n < 40; n++) {
                        received.add(rendezvous.take());
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(received.size() + " met, sum " + received.stream().mapToInt(Integer::intValue).sum()
            + " distinct " + received.stream().distinct().count());
        List<Integer> drained = new ArrayList<>();
        System.out.println(rendezvous.drainTo(drained) + " " + rendezvous + " " + rendezvous.iterator().hasNext());
    }
}
