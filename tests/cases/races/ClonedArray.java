//@ check: race
//@ options: --races
// A clone reads what another thread writes.
public class ClonedArray {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[2];
        Thread other = new Thread(() -> cells[0] = 1);
        other.start();
        int[] copy = cells.clone();
        other.join();
        assert copy[0] <= 1;
    }
}
