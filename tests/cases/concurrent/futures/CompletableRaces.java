//@ run-native
// Exercises completion by competing threads: one winner, anyOf over gated futures, and many waiters for one value.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class CompletableRaces {
    private static List<Thread> start(int count, Runnable body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(body, "t" + i);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> contested = new CompletableFuture<>();
        AtomicInteger winners = new AtomicInteger();
        AtomicInteger callbacks = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            contested.thenRun(callbacks::incrementAndGet);
        }
        join(start(5, () -> {
            boolean won = Thread.currentThread().getName().equals("t3")
                ? contested.cancel(false) : contested.complete("by someone");
            winners.addAndGet(won ? 1 : 0);
        }));
        System.out.println("winners " + winners + " done " + contested.isDone() + " all callbacks ran or none "
            + (callbacks.get() == 10 || contested.isCancelled() && callbacks.get() == 0));

        CompletableFuture<Integer> value = new CompletableFuture<>();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch asking = new CountDownLatch(4);
        List<Thread> waiters = start(4, () -> {
            asking.countDown();
            seen.add(value.join());
        });
        asking.await();
        value.complete(21);
        join(waiters);
        System.out.println("seen " + seen);

        List<CompletableFuture<String>> gated = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            gated.add(new CompletableFuture<>());
        }
        CompletableFuture<Object> any = CompletableFuture.anyOf(gated.toArray(new CompletableFuture<?>[0]));
        System.out.println("any done " + any.isDone());
        Thread completing = new Thread(() -> gated.get(2).complete("third"));
        completing.start();
        System.out.println("any " + any.join());
        completing.join();
        gated.get(0).completeExceptionally(new IllegalStateException("ignored"));
        System.out.println("still " + any.join() + " failed " + any.isCompletedExceptionally());

        AtomicInteger order = new AtomicInteger();
        CompletableFuture<Void> all = CompletableFuture.allOf(gated.get(1), gated.get(3))
            .thenRun(() -> order.compareAndSet(2, 100));
        join(start(1, () -> {
            order.incrementAndGet();
            gated.get(3).complete("fourth");
        }));
        System.out.println("one of two " + all.isDone());
        order.incrementAndGet();
        gated.get(1).complete("second");
        all.join();
        System.out.println("after both " + order);
        value.obtrudeValue(22);
        System.out.println(value.join() + " " + value.getNumberOfDependents());
        value.obtrudeException(new IllegalStateException("changed my mind"));
        System.out.println(value.isCompletedExceptionally() + " " + value.exceptionally(e -> -1).join());
    }
}
