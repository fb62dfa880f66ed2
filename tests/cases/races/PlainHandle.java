//@ check: race
//@ options: --races
// Plain accesses by a VarHandle are plain accesses.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PlainHandle {
    int value;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(PlainHandle.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PlainHandle shared = new PlainHandle();
        Thread other = new Thread(() -> VALUE.set(shared, 1));
        other.start();
        int seen = (int) VALUE.get(shared);
        other.join();
        assert seen <= 1;
    }
}
