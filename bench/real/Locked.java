// N threads count under a ReentrantLock.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Locked {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                lock.lock();
                count++;
                lock.unlock();
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        assert count == threads.length;
    }
}
