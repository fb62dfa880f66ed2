//@ check: race
//@ options: --races
// The same element of an array.

public class SameElement {
    public static void main(String[] args) throws InterruptedException {
        long[] cells = new long[2];
        Thread other = new Thread(() -> cells[1]++);
        other.start();
        cells[1] = 7;
        other.join();
    }
}
