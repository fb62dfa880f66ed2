//@ check: race
//@ options: --races
// A volatile access on one side alone orders nothing.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class MixedHandle {
    static int value;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findStaticVarHandle(MixedHandle.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> VALUE.setVolatile(1));
        other.start();
        int seen = value;
        other.join();
        assert seen <= 1;
    }
}
