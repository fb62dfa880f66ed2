//@ check: safe
//@ options: --races
// Accesses of elements that are volatile, and publish what was written before.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VolatileHandle {
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
    static int message;

    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[2];
        Thread other = new Thread(() -> {
            message = 7;
            CELL.setVolatile(cells, 1, 1);
        });
        other.start();
        if ((int) CELL.getVolatile(cells, 1) == 1) {
            assert message == 7;
        }
        other.join();
    }
}
