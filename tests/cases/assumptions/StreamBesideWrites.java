//@ check: safe
//@ outputs: 4 | 13 | 103 | 112
// A parallel stream reads the program's array element by element, with others in between. What the second write left may be seen without
// what the first one did.
import java.util.Arrays;

public class StreamBesideWrites {
    static final int[] NUMBERS = {1, 1, 1, 1};

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            NUMBERS[0] = 10;
            NUMBERS[3] = 100;
        });
        writer.start();
        int sum = Arrays.stream(NUMBERS).parallel().sum();
        writer.join();
        System.out.print(sum);
    }
}
