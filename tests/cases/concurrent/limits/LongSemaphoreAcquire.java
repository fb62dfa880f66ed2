//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class LongSemaphoreAcquire {
    public static void main(String[] args) throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread other = new Thread(() -> {
            semaphore.release();
        });
        other.setDaemon(true);
        other.start();
        System.out.print(semaphore.tryAcquire(1, TimeUnit.SECONDS));
    }
}
