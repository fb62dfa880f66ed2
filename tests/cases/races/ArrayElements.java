//@ check: safe
//@ options: --races
// Neighbours in an array are different places.

public class ArrayElements {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[2];
        Thread other = new Thread(() -> cells[0]++);
        other.start();
        cells[1]++;
        other.join();
        assert cells[0] + cells[1] == 2;
    }
}
