//@ check: safe
//@ options: --races
// A copy of other elements than those that are written.

public class CopiedElsewhere {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[4];
        Thread other = new Thread(() -> cells[3] = 1);
        other.start();
        System.arraycopy(cells, 0, cells, 1, 2);
        other.join();
        assert cells[3] == 1;
    }
}
