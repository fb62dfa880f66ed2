//@ check: assertion
// The pieces of a parallel stream run on several workers, between whose pieces of this program's code others come in.
import java.util.stream.IntStream;

public class ParallelUpdates {
    static int count;

    public static void main(String[] args) {
        IntStream.range(0, 4).parallel().forEach(i -> count++);
        assert count == 4;
    }
}
