//@ run-native
// Exercises interrupting threads that wait in the blocking queues: put on a full queue, take from an empty one, and timed forms.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class QueueInterrupts {
    interface Action {
        Object run() throws InterruptedException;
    }

    private static void interruptIn(String label, Thread.State state, Action action) throws InterruptedException {
        String[] outcome = new String[1];
        Thread thread = new Thread(() -> {
            try {
                outcome[0] = "returned " + action.run();
            } catch (InterruptedException e) {
                outcome[0] = "interrupted, flag " + Thread.currentThread().isInterrupted();
            }
        });
        thread.start();
        while (thread.getState() != state) {
            Thread.yield();
        }
        thread.interrupt();
        thread.join();
        System.out.println(label + ": " + outcome[0]);
    }

    private static void takeAndPoll(String label, BlockingQueue<?> queue) throws InterruptedException {
        interruptIn(label + " take", Thread.State.WAITING, queue::take);
        interruptIn(label + " poll", Thread.State.TIMED_WAITING, () -> queue.poll(1, TimeUnit.HOURS));
        System.out.println("  still empty " + queue.isEmpty() + " " + queue.poll());
    }

    private static void putAndOffer(String label, BlockingQueue<String> queue) throws InterruptedException {
        interruptIn(label + " put", Thread.State.WAITING, () -> {
            queue.put("late");
            return "nothing";
        });
        interruptIn(label + " offer", Thread.State.TIMED_WAITING, () -> queue.offer("late", 1, TimeUnit.HOURS));
        System.out.println("  still " + queue);
    }

    public static void main(String[] args) throws InterruptedException {
        takeAndPoll("array", new ArrayBlockingQueue<String>(1));
        takeAndPoll("linked", new LinkedBlockingQueue<String>());
        takeAndPoll("deque", new LinkedBlockingDeque<String>());
        takeAndPoll("priority", new PriorityBlockingQueue<String>());
        takeAndPoll("delay", new DelayQueue<Delayed>());
        takeAndPoll("synchronous", new SynchronousQueue<String>());
        takeAndPoll("transfer", new LinkedTransferQueue<String>());

        BlockingQueue<String> array = new ArrayBlockingQueue<>(1);
        array.put("full");
        putAndOffer("array", array);
        BlockingQueue<String> linked = new LinkedBlockingQueue<>(1);
        linked.put("full");
        putAndOffer("linked", linked);
        BlockingQueue<String> deque = new LinkedBlockingDeque<>(1);
        deque.put("full");
        putAndOffer("deque", deque);
        putAndOffer("synchronous", new SynchronousQueue<>());
    }
}
