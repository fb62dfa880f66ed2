//@ run-native
// Exercises a subclass of ThreadPoolExecutor with its hooks before and after each task and at termination, and with pausing.
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class PoolHooks {
    static class Watched extends ThreadPoolExecutor {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition resumed = lock.newCondition();
        private final TreeMap<String, Integer> events = new TreeMap<>();
        private boolean paused;

        Watched(int threads) {
            super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        private void note(String event) {
            synchronized (events) {
                events.merge(event, 1, Integer::sum);
            }
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            note("before");
            lock.lock();
            try {
                while (paused) {
                    resumed.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        protected void afterExecute(Runnable task, Throwable thrown) {
            Throwable cause = thrown;
            if (cause == null && task instanceof Future<?> && ((Future<?>) task).isDone()) {
                try {
                    ((Future<?>) task).get();
                } catch (ExecutionException e) {
                    cause = e.getCause();
                } catch (InterruptedException e) {
                    cause = e;
                }
            }
            note(cause == null ? "after fine" : "after " + cause.getMessage());
        }

        @Override
        protected void terminated() {
            super.terminated();
            note("terminated");
        }

        void pause(boolean on) {
            lock.lock();
            try {
                paused = on;
                resumed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Watched pool = new Watched(2);
        pool.pause(true);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int n = i;
            futures.add(pool.submit(() -> {
                if (n % 4 == 3) {
                    throw new IllegalArgumentException("refused");
                }
                return n;
            }));
        }
        System.out.println("paused: done " + futures.stream().filter(Future::isDone).count());
        pool.pause(false);
        int sum = 0;
        for (Future<Integer> future : futures) {
            try {
                sum += future.get();
            } catch (ExecutionException e) {
                sum += 1000;
            }
        }
        System.out.println("sum " + sum);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.events);
    }
}
