// A small recursive task on a pool of two workers.
import java.util.concurrent.*;

public class ForkJoin {
    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib one = new Fib(n - 1);
            one.fork();
            return new Fib(n - 2).compute() + one.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        assert pool.invoke(new Fib(3)) == 2;
        pool.shutdown();
    }
}
