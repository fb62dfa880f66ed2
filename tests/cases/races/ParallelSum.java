//@ check: race
//@ options: --races
// Elements of a stream that a worker of the common pool reads are read for the program.
import java.util.Arrays;

public class ParallelSum {
    static final int[] NUMBERS = new int[4];

    public static void main(String[] args) throws Exception {
        Thread summer = new Thread(() -> Arrays.stream(NUMBERS).parallel().sum());
        summer.start();
        NUMBERS[3] = 7;
        summer.join();
    }
}
