//@ run-native
// Exercises where CompletableFuture callbacks run: own executors, the completing thread, the caller, and a default override.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class CompletableOwnPool {
    private static String here() {
        return Thread.currentThread().getName();
    }

    private static ExecutorService pool(String name) {
        AtomicInteger count = new AtomicInteger();
        return Executors.newFixedThreadPool(1, work -> new Thread(work, name + count.incrementAndGet()));
    }

    static class Tracked<T> extends CompletableFuture<T> {
        private final Executor executor;

        Tracked(Executor executor) {
            this.executor = executor;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Tracked<>(executor);
        }

        @Override
        public Executor defaultExecutor() {
            return executor;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService red = pool("red");
        ExecutorService blue = pool("blue");
        System.out.println(CompletableFuture.supplyAsync(CompletableOwnPool::here, red)
            .thenApplyAsync(name -> name + " then " + here(), blue)
            .thenComposeAsync(name -> CompletableFuture.supplyAsync(() -> name + " then " + here(), blue), red)
            .thenApplyAsync(name -> name + " then " + here(), red).join());

        CompletableFuture<String> done = CompletableFuture.completedFuture("x");
        System.out.println("already done: " + done.thenApply(x -> here()).join());

        CompletableFuture<String> open = new CompletableFuture<>();
        CompletableFuture<String> callback = open.thenApply(x -> here());
        Thread completing = new Thread(() -> open.complete("y"), "completing");
        completing.start();
        completing.join();
        System.out.println("completed by another thread: " + callback.join());

        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Void> gated = CompletableFuture.runAsync(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, red);
        CompletableFuture<String> after = gated.handleAsync((v, e) -> here(), blue);
        CompletableFuture<String> inline = gated.thenApply(v -> here());
        gate.countDown();
        System.out.println(after.join() + " " + inline.join());

        Tracked<Integer> tracked = new Tracked<>(blue);
        CompletableFuture<String> derived = tracked.thenApplyAsync(n -> n + " on " + here());
        tracked.complete(4);
        System.out.println(derived.join() + " " + (derived instanceof Tracked) + " "
            + (derived.thenApply(s -> s) instanceof Tracked));
        StringBuilder order = new StringBuilder();
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> 1, red);
        for (int i = 0; i < 6; i++) {
            int step = i;
            chain = chain.thenApplyAsync(n -> {
                order.append(here(), 0, 1).append(step).append(' ');
                return n * 3;
            }, i % 2 == 0 ? blue : red);
        }
        System.out.println(chain.join() + " " + order);
        red.shutdown();
        blue.shutdown();
        System.out.println(red.awaitTermination(1, TimeUnit.HOURS) + " " + blue.awaitTermination(1, TimeUnit.HOURS));
    }
}
