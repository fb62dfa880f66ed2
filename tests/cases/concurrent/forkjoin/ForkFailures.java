//@ run-native
// Exercises failures in fork-join tasks: exceptions through join and get, cancellation, quiet forms, and errors in actions.
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

public class ForkFailures {
    static class Dividing extends RecursiveTask<Integer> {
        private final int depth;
        private final int divisor;

        Dividing(int depth, int divisor) {
            this.depth = depth;
            this.divisor = divisor;
        }

        @Override
        protected Integer compute() {
            if (depth == 0) {
                return 100 / divisor;
            }
            Dividing left = new Dividing(depth - 1, divisor);
            Dividing right = new Dividing(depth - 1, divisor);
            left.fork();
            int sum = right.invoke();
            return sum + left.join();
        }
    }

    static class Angry extends RecursiveAction {
        @Override
        protected void compute() {
            throw new AssertionError("angry");
        }
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.invoke(new Dividing(3, 7)));
        try {
            pool.invoke(new Dividing(0, 0));
        } catch (ArithmeticException e) {
            System.out.println("invoke: " + root(e).getMessage());
        }
        try {
            pool.invoke(new Dividing(2, 0));
        } catch (ArithmeticException e) {
            System.out.println("deep: " + root(e).getMessage());
        }
        ForkJoinTask<Integer> task = pool.submit(new Dividing(1, 0));
        try {
            task.get();
        } catch (ExecutionException e) {
            System.out.println("get: " + root(e).getMessage());
        }
        System.out.println(task.isCompletedAbnormally() + " " + task.isCancelled() + " "
            + task.getException().getClass().getSimpleName() + " " + task.getRawResult());
        try {
            pool.invoke(new Angry());
        } catch (AssertionError e) {
            System.out.println("error: " + root(e).getMessage());
        }

        Dividing cancelled = new Dividing(1, 1);
        System.out.println("cancel " + cancelled.cancel(true) + " " + cancelled.isCancelled());
        try {
            cancelled.join();
        } catch (CancellationException e) {
            System.out.println("cancelled " + (cancelled.getException() instanceof CancellationException));
        }
        Dividing quiet = new Dividing(0, 0);
        quiet.quietlyInvoke();
        System.out.println("quiet " + quiet.isDone() + quiet.isCompletedNormally());
        Dividing failed = new Dividing(0, 1);
        failed.completeExceptionally(new IllegalStateException("by hand"));
        try {
            failed.invoke();
        } catch (IllegalStateException e) {
            System.out.println(root(e).getMessage());
        }
        try {
            ForkJoinTask.adapt(() -> {
                throw new java.io.IOException("checked");
            }).invoke();
        } catch (RuntimeException e) {
            System.out.println("adapted " + root(e).getMessage());
        }
        System.out.println("the pool goes on " + pool.invoke(new Dividing(1, 4)));
        try {
            new ForkJoinPool(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no pool without threads");
        }
        pool.shutdown();
    }
}
