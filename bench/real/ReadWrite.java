// Two readers and a writer.
import java.util.concurrent.locks.*;

public class ReadWrite {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int a, b;

    static void read() {
        lock.readLock().lock();
        assert a == b;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ReadWrite::read);
        Thread two = new Thread(ReadWrite::read);
        one.start();
        two.start();
        lock.writeLock().lock();
        a++;
        b++;
        lock.writeLock().unlock();
        one.join();
        two.join();
    }
}
