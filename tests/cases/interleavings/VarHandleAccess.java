//@ check: safe
//@ structures: 3
// Accesses by a variable handle are seen like any others.
import jaywalk.Verify;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleAccess {
    int value;

    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(VarHandleAccess.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add(VarHandleAccess cell) {
        VALUE.set(cell, (int) VALUE.getVolatile(cell) + 1);
        VALUE.setRelease(cell, (int) VALUE.get(cell) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleAccess cell = new VarHandleAccess();
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
