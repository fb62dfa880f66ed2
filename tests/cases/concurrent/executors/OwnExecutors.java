//@ run-native
// Exercises executors of our own: a direct one, one serialising tasks on top of another, and an AbstractExecutorService.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

public class OwnExecutors {
    /** Runs its tasks one at a time and in order, on whatever thread the other executor offers. */
    static class Serial implements Executor {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private final Executor other;
        private boolean running;

        Serial(Executor other) {
            this.other = other;
        }

        @Override
        public synchronized void execute(Runnable task) {
            waiting.add(task);
            if (!running) {
                running = true;
                other.execute(this::runNext);
            }
        }

        private void runNext() {
            Runnable task;
            synchronized (this) {
                task = waiting.poll();
                if (task == null) {
                    running = false;
                    return;
                }
            }
            try {
                task.run();
            } finally {
                other.execute(this::runNext);
            }
        }
    }

    static class InPlace extends AbstractExecutorService {
        private boolean closed;
        private int tasks;

        @Override
        public void execute(Runnable task) {
            if (closed) {
                throw new RejectedExecutionException("closed after " + tasks);
            }
            tasks++;
            task.run();
        }

        @Override
        public void shutdown() {
            closed = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            closed = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return closed;
        }

        @Override
        public boolean isTerminated() {
            return closed;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return closed;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Serial serial = new Serial(pool);
        List<Integer> order = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(30);
        for (int i = 0; i < 30; i++) {
            int n = i;
            serial.execute(() -> {
                order.add(n);
                done.countDown();
            });
        }
        done.await();
        System.out.println(order);

        InPlace inPlace = new InPlace();
        Future<String> future = inPlace.submit(() -> Thread.currentThread().getName());
        List<Callable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
        int sum = 0;
        for (Future<Integer> each : inPlace.invokeAll(calls)) {
            sum += each.get();
        }
        System.out.println(future.isDone() + " " + future.get() + " " + sum + " " + inPlace.invokeAny(calls));
        inPlace.shutdown();
        try {
            inPlace.submit(() -> "late");
        } catch (RejectedExecutionException e) {
            System.out.println(e.getMessage());
        }
        ExecutorService wrapped = Executors.unconfigurableExecutorService(pool);
        System.out.println(wrapped.submit(() -> 7).get() + " " + Executors.callable(() -> { }).call());
        while (true) {
            synchronized (serial) {
                if (!serial.running) {
                    break;
                }
            }
            Thread.yield();
        }
        wrapped.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
