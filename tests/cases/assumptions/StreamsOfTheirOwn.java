//@ check: safe
//@ outputs: 45 [0, 1, 2, 3]
// What a stream makes for itself is nobody else's: so is an array that nobody writes. Such streams have few states.
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class StreamsOfTheirOwn {
    public static void main(String[] args) {
        int[] numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.out.print(Arrays.stream(numbers).parallel().sum() + " ");
        System.out.print(IntStream.range(0, 4).parallel().boxed().collect(Collectors.toList()));
    }
}
