//@ check: assertion
// A parallel stream over a list, run by another thread: between two elements others come in.
import java.util.ArrayList;
import java.util.List;

public class StreamOfAList {
    static final List<Integer> NUMBERS = new ArrayList<>(List.of(1, 1));
    static int sum;

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> sum = NUMBERS.parallelStream().reduce(0, Integer::sum));
        reader.start();
        NUMBERS.set(0, 10);
        NUMBERS.set(1, 100);
        reader.join();
        assert sum != 101 : "the second and not the first";
    }
}
