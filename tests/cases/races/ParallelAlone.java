//@ check: safe
//@ options: --races
// The JDK's own tasks do not race with each other, nor with who waits for them.
import java.util.Arrays;

public class ParallelAlone {
    public static void main(String[] args) {
        int[] numbers = new int[20];
        numbers[3] = 7;
        Arrays.parallelPrefix(numbers, Integer::sum);
        assert numbers[19] == 7;
    }
}
