//@ check: safe
//@ options: --races
// What was written before a release can be read behind an acquire that sees it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ReleasedMessage {
    static int message;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(ReleasedMessage.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            message = 7;
            READY.setRelease(true);
        });
        other.start();
        if ((boolean) READY.getAcquire()) {
            assert message == 7;
        }
        other.join();
    }
}
