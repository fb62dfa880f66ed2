//@ check: assertion
//@ writes
// Two who look for a lock file before they make it are both in; the path that shows it begins with no file again.
import java.io.File;
import java.io.IOException;

public class LockFile {
    static int inside;

    public static void main(String[] args) {
        new Thread(LockFile::work).start();
        work();
    }

    static void work() {
        File lock = new File("lock");
        try {
            if (lock.exists()) {
                return;
            }
            lock.createNewFile();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        synchronized (LockFile.class) {
            inside++;
            assert inside == 1 : "two are in";
        }
        synchronized (LockFile.class) {
            inside--;
        }
        lock.delete();
    }
}
