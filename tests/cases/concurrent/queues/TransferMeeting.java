//@ run-native
// Exercises LinkedTransferQueue: transfers that wait for a consumer, tries that do not, and counts of waiting consumers.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class TransferMeeting {
    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        System.out.println("nobody waits: " + queue.tryTransfer("lost") + " "
            + queue.tryTransfer("late", 1, TimeUnit.MILLISECONDS) + " size " + queue.size());
        queue.put("a");
        queue.add("b");
        queue.offer("c", 1, TimeUnit.SECONDS);
        System.out.println(queue + " remaining " + (queue.remainingCapacity() == Integer.MAX_VALUE));

        Thread transferring = new Thread(() -> {
            try {
                queue.transfer("d");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        transferring.start();
        awaitState(transferring, Thread.State.WAITING);
        System.out.println("a transfer queues behind the others " + queue);
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            order.append(queue.take());
        }
        transferring.join();
        System.out.println(order + " " + transferring.getState());

        List<String> got = new ArrayList<>();
        Thread consumer = new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    String item = queue.take();
                    synchronized (got) {
                        got.add(item);
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        consumer.start();
        for (int i = 0; i < 3; i++) {
            while (!queue.hasWaitingConsumer()) {
                Thread.yield();
            }
            System.out.println("waiting " + queue.getWaitingConsumerCount() + " handed "
                + queue.tryTransfer("item " + i));
        }
        consumer.join();
        System.out.println(got + " " + queue.hasWaitingConsumer() + " " + queue.getWaitingConsumerCount());

        Thread interrupted = new Thread(() -> {
            try {
                queue.transfer("never taken");
            } catch (InterruptedException e) {
                System.out.println("transfer interrupted");
            }
        });
        interrupted.start();
        awaitState(interrupted, Thread.State.WAITING);
        interrupted.interrupt();
        interrupted.join();
        System.out.println("withdrawn " + queue.isEmpty() + " " + queue.poll());
        queue.addAll(List.of("x", "y", "z"));
        System.out.println(queue.remove("y") + " " + queue + " " + queue.contains("z") + " " + queue.peek());
    }
}
