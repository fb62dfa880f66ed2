//@ run-native
// Exercises RecursiveAction: merge sort and quicksort in a fork-join pool, checked against the library's sort.
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkSorts {
    static class MergeSort extends RecursiveAction {
        private final int[] data;
        private final int[] buffer;
        private final int from;
        private final int to;

        MergeSort(int[] data, int[] buffer, int from, int to) {
            this.data = data;
            this.buffer = buffer;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 2) {
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new MergeSort(data, buffer, from, middle), new MergeSort(data, buffer, middle, to));
            int left = from;
            int right = middle;
            for (int at = from; at < to; at++) {
                boolean takeLeft = right >= to || left < middle && data[left] <= data[right];
                buffer[at] = takeLeft ? data[left++] : data[right++];
            }
            System.arraycopy(buffer, from, data, from, to - from);
        }
    }

    static class QuickSort extends RecursiveAction {
        private final String[] data;
        private final int low;
        private final int high;

        QuickSort(String[] data, int low, int high) {
            this.data = data;
            this.low = low;
            this.high = high;
        }

        @Override
        protected void compute() {
            if (low >= high) {
                return;
            }
            String pivot = data[(low + high) / 2];
            int i = low;
            int j = high;
            while (i <= j) {
                while (data[i].compareTo(pivot) < 0) {
                    i++;
                }
                while (data[j].compareTo(pivot) > 0) {
                    j--;
                }
                if (i <= j) {
                    String swapped = data[i];
                    data[i++] = data[j];
                    data[j--] = swapped;
                }
            }
            QuickSort left = new QuickSort(data, low, j);
            QuickSort right = new QuickSort(data, i, high);
            left.fork();
            right.invoke();
            left.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        for (int size : new int[] {0, 1, 2, 7, 300}) {
            int[] data = new Random(size).ints(size, -500, 500).toArray();
            int[] expected = data.clone();
            Arrays.sort(expected);
            pool.invoke(new MergeSort(data, new int[size], 0, size));
            System.out.println("merge sort of " + size + " " + Arrays.equals(data, expected)
                + (size > 0 ? " from " + data[0] + " to " + data[size - 1] : ""));
        }
        String text = "the fork splits the work and the join brings the parts together again so that order wins";
        String[] words = text.split(" ");
        String[] expected = words.clone();
        Arrays.sort(expected);
        pool.invoke(new QuickSort(words, 0, words.length - 1));
        System.out.println(Arrays.equals(words, expected) + " " + String.join(" ", words));
        pool.shutdown();
    }
}
