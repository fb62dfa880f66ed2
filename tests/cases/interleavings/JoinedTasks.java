//@ check: safe
// Tasks that fork and join: every result is seen by who joins it.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class JoinedTasks {
    static class Fibonacci extends RecursiveTask<Integer> {
        final int n;

        Fibonacci(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fibonacci forked = new Fibonacci(n - 1);
            forked.fork();
            return new Fibonacci(n - 2).compute() + forked.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        assert pool.invoke(new Fibonacci(3)) == 2;
        pool.shutdown();
    }
}
