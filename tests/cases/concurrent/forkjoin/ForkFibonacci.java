//@ run-native
// Exercises RecursiveTask: Fibonacci numbers by forking, in the common pool, in own pools, and outside of any pool.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class ForkFibonacci {
    private static final AtomicInteger TASKS = new AtomicInteger();

    static class Fibonacci extends RecursiveTask<Long> {
        private final int n;

        Fibonacci(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            TASKS.incrementAndGet();
            if (n < 2) {
                return (long) n;
            }
            Fibonacci left = new Fibonacci(n - 1);
            left.fork();
            long right = new Fibonacci(n - 2).compute();
            return left.join() + right;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int parallelism = 1; parallelism <= 4; parallelism++) {
            ForkJoinPool pool = new ForkJoinPool(parallelism);
            TASKS.set(0);
            System.out.println("parallelism " + pool.getParallelism() + ": " + pool.invoke(new Fibonacci(12))
                + " with " + TASKS + " tasks");
            pool.shutdown();
            System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " steals counted " + (pool.getStealCount() >= 1));
        }
        TASKS.set(0);
        System.out.println("common " + ForkJoinPool.commonPool().invoke(new Fibonacci(10)) + " " + TASKS);
        System.out.println("plain invoke " + new Fibonacci(9).invoke() + " fork and join "
            + new Fibonacci(11).fork().join() + " in pool " + ForkJoinTask.inForkJoinPool());

        ForkJoinTask<Long> submitted = ForkJoinPool.commonPool().submit(new Fibonacci(8));
        System.out.println(submitted.get() + " " + submitted.isDone() + submitted.isCompletedNormally()
            + submitted.isCompletedAbnormally() + " raw " + submitted.getRawResult());
        Fibonacci task = new Fibonacci(7);
        task.invoke();
        task.reinitialize();
        System.out.println("reused " + task.invoke());
        Fibonacci completed = new Fibonacci(30);
        completed.complete(-5L);
        System.out.println("completed by hand " + completed.join() + " " + completed.tryUnfork());
        System.out.println(ForkJoinTask.adapt(() -> "adapted").invoke() + " "
            + ForkJoinTask.adapt(() -> { }, 8).invoke());
    }
}
