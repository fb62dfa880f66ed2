//@ check: safe
//@ writes
// The file is made by one call, which only one can win.
import java.io.File;
import java.io.IOException;

public class LockFileExclusive {
    static int inside;

    public static void main(String[] args) {
        new Thread(LockFileExclusive::work).start();
        work();
    }

    static void work() {
        File lock = new File("lock");
        try {
            if (!lock.createNewFile()) {
                return;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        synchronized (LockFileExclusive.class) {
            inside++;
            assert inside == 1 : "two are in";
        }
        synchronized (LockFileExclusive.class) {
            inside--;
        }
        lock.delete();
    }
}
