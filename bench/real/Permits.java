// Three threads share two permits.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Permits {
    public static void main(String[] args) throws InterruptedException {
        Semaphore permits = new Semaphore(2);
        AtomicInteger within = new AtomicInteger();
        Runnable work = () -> {
            permits.acquireUninterruptibly();
            assert within.incrementAndGet() <= 2;
            within.decrementAndGet();
            permits.release();
        };
        Thread[] threads = {new Thread(work), new Thread(work), new Thread(work)};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
