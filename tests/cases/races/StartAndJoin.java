//@ check: safe
//@ options: --races
// What is written before a thread starts, and read after it has been joined, is ordered.

public class StartAndJoin {
    static int[] cells = new int[2];

    public static void main(String[] args) throws InterruptedException {
        cells[0] = 1;
        Thread other = new Thread(() -> cells[1] = cells[0] + 1);
        other.start();
        other.join();
        assert cells[1] == 2;
    }
}
