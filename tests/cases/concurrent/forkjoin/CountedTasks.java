//@ run-native
// Exercises CountedCompleter: a tree that reports upwards, a search with a single result, and pending counts.
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class CountedTasks {
    private static final AtomicInteger COMPLETIONS = new AtomicInteger();

    static class SumSquares extends CountedCompleter<Long> {
        private final int[] data;
        private final int low;
        private final int high;
        private long result;
        private SumSquares left;
        private SumSquares right;

        SumSquares(SumSquares parent, int[] data, int low, int high) {
            super(parent);
            this.data = data;
            this.low = low;
            this.high = high;
        }

        @Override
        public void compute() {
            if (high - low > 4) {
                int middle = (low + high) >>> 1;
                left = new SumSquares(this, data, low, middle);
                right = new SumSquares(this, data, middle, high);
                setPendingCount(2);
                left.fork();
                right.fork();
            } else {
                for (int i = low; i < high; i++) {
                    result += (long) data[i] * data[i];
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            COMPLETIONS.incrementAndGet();
            if (left != null) {
                result = left.result + right.result;
            }
        }

        @Override
        public Long getRawResult() {
            return result;
        }
    }

    static class Search extends CountedCompleter<String> {
        private final String[] words;
        private final int low;
        private final int high;
        private final AtomicReference<String> found;

        Search(CountedCompleter<?> parent, String[] words, int low, int high, AtomicReference<String> found) {
            super(parent);
            this.words = words;
            this.low = low;
            this.high = high;
            this.found = found;
        }

        @Override
        public String getRawResult() {
            return found.get();
        }

        @Override
        public void compute() {
            int end = high;
            while (found.get() == null && end > low) {
                if (end - low > 1) {
                    int middle = (low + end) >>> 1;
                    addToPendingCount(1);
                    new Search(this, words, middle, end, found).fork();
                    end = middle;
                    continue;
                }
                if (words[low].endsWith("gh") && found.compareAndSet(null, words[low])) {
                    quietlyCompleteRoot();
                }
                break;
            }
            tryComplete();
        }
    }

    public static void main(String[] args) {
        int[] data = new int[64];
        for (int i = 0; i < data.length; i++) {
            data[i] = i - 20;
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println("sum " + pool.invoke(new SumSquares(null, data, 0, data.length)) + " completions "
            + COMPLETIONS);
        String[] words = "ash birch cedar elm fir hickory larch laugh maple oak pine yew".split(" ");
        System.out.println(pool.invoke(new Search(null, words, 0, words.length, new AtomicReference<>())));
        words[7] = "linden";
        System.out.println(pool.invoke(new Search(null, words, 0, words.length, new AtomicReference<>())));

        SumSquares root = new SumSquares(null, data, 0, 1);
        SumSquares child = new SumSquares(root, data, 1, 2);
        child.addToPendingCount(2);
        System.out.println(child.getPendingCount() + " " + child.decrementPendingCountUnlessZero() + " "
            + child.getPendingCount() + " " + (child.getCompleter() == root) + (child.getRoot() == root) + " "
            + child.compareAndSetPendingCount(1, 0) + " " + child.getPendingCount());
        child.propagateCompletion();
        System.out.println(child.isDone() + " " + root.isDone());
        pool.shutdown();
    }
}
