//@ check: safe
//@ structures: 3
// Two threads that add one twice each leave two, three or four behind: each result is one structure.
import jaywalk.Verify;

public class LostUpdates {
    static final class Cell {
        int value;
    }

    static void add(Cell cell) {
        cell.value++;
        cell.value++;
    }

    public static void main(String[] args) throws InterruptedException {
        Cell cell = new Cell();
        together(() -> add(cell), () -> add(cell));
        Verify.stopIfVisited(cell);
    }

    static void together(Runnable... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
