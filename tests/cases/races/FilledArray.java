//@ check: race
//@ options: --races
// The library writes the program's array on its behalf.
import java.util.Arrays;

public class FilledArray {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[2];
        Thread other = new Thread(() -> Arrays.fill(cells, 1));
        other.start();
        int seen = cells[1];
        other.join();
        assert seen <= 1;
    }
}
