//@ check: race
//@ options: --races
// What the JDK's own tasks do to an array, they do for the program.
import java.util.Arrays;

public class ParallelPrefix {
    static final int[] NUMBERS = new int[20];

    public static void main(String[] args) throws Exception {
        Thread adder = new Thread(() -> Arrays.parallelPrefix(NUMBERS, Integer::sum));
        adder.start();
        NUMBERS[3] = 7;
        adder.join();
    }
}
