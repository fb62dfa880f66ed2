// An optimistic reader and a writer.
import java.util.concurrent.locks.*;

public class Stamped {
    static final StampedLock lock = new StampedLock();
    static int a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            long stamp = lock.tryOptimisticRead();
            int x = a;
            int y = b;
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                x = a;
                y = b;
                lock.unlockRead(stamp);
            }
            assert x == y;
        });
        reader.start();
        long stamp = lock.writeLock();
        a++;
        b++;
        lock.unlockWrite(stamp);
        reader.join();
    }
}
