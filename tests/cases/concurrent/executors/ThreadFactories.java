//@ run-native
// Exercises thread factories: names, groups and daemons of pool threads, a factory that refuses, and workers that die.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class ThreadFactories {
    static class Naming implements ThreadFactory {
        private final AtomicInteger made = new AtomicInteger();
        private final CountDownLatch died = new CountDownLatch(1);
        private final List<String> uncaught = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Thread newThread(Runnable work) {
            Thread thread = new Thread(work, "worker " + made.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((t, e) -> {
                uncaught.add(t.getName() + " died of " + e.getMessage());
                died.countDown();
            });
            return thread;
        }
    }

    public static void main(String[] args) throws Exception {
        Naming naming = new Naming();
        ExecutorService single = Executors.newSingleThreadExecutor(naming);
        System.out.println(single.submit(() -> Thread.currentThread().getName()).get() + " daemon "
            + single.submit(() -> Thread.currentThread().isDaemon()).get());
        single.execute(() -> {
            throw new IllegalStateException("first");
        });
        System.out.println("replaced by " + single.submit(() -> Thread.currentThread().getName()).get());
        Future<?> failed = single.submit(() -> {
            throw new IllegalStateException("second");
        });
        System.out.println("a future keeps its exception: " + single.submit(() -> Thread.currentThread().getName()).get()
            + " " + failed.isDone());
        single.shutdown();
        single.awaitTermination(1, TimeUnit.HOURS);
        naming.died.await();
        System.out.println(naming.uncaught + " made " + naming.made);

        ExecutorService cached = Executors.newCachedThreadPool(new Naming());
        CountDownLatch together = new CountDownLatch(3);
        List<Future<String>> names = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            names.add(cached.submit(() -> {
                together.countDown();
                together.await();
                return Thread.currentThread().getName();
            }));
        }
        List<String> sorted = new ArrayList<>();
        for (Future<String> name : names) {
            sorted.add(name.get());
        }
        Collections.sort(sorted);
        System.out.println("a cached pool grows on demand " + sorted);
        cached.shutdown();

        Thread made = Executors.defaultThreadFactory().newThread(() -> { });
        System.out.println(made.getName() + " " + made.isDaemon() + " " + made.getPriority() + " "
            + made.getThreadGroup().getName());
        ExecutorService barren = Executors.newFixedThreadPool(1, work -> null);
        Future<String> never = barren.submit(() -> "unreachable");
        try {
            never.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("no thread, no result; waiting " + barren.shutdownNow().size());
        }
        System.out.println("ended " + barren.awaitTermination(1, TimeUnit.HOURS));
    }
}
