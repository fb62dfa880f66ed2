// A parallel stream over ten numbers.
import java.util.stream.*;

public class ParallelSum {
    public static void main(String[] args) {
        assert IntStream.range(0, 10).parallel().sum() == 45;
    }
}
