//@ check: safe
//@ options: --races
// No data race, since the program asks for opaque accesses; but these may be seen in different orders, and are not.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OpaqueAccesses {
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
    static int seen = -1;

    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[2];
        Thread other = new Thread(() -> {
            CELL.setOpaque(cells, 1, 1);
            seen = (int) CELL.getOpaque(cells, 0);
        });
        other.start();
        CELL.setOpaque(cells, 0, 1);
        int here = (int) CELL.getOpaque(cells, 1);
        other.join();
        assert here == 1 || seen == 1;
    }
}
