//@ check: race
//@ options: --races
// A copy reads all elements of a range, and one of them is written meanwhile.

public class CopiedArray {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[4];
        Thread other = new Thread(() -> cells[2] = 1);
        other.start();
        System.arraycopy(cells, 1, new int[2], 0, 2);
        other.join();
    }
}
