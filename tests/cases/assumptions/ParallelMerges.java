//@ check: safe
// The same with a map that is made for it.
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

public class ParallelMerges {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();
        IntStream.range(0, 6).parallel().forEach(i -> counts.merge(i % 2, 1, Integer::sum));
        assert counts.get(0) == 3 && counts.get(1) == 3;
    }
}
