// Two threads and a lock that spins.
import java.util.concurrent.atomic.*;

public class SpinLock {
    static final AtomicBoolean taken = new AtomicBoolean();
    static int count;

    static void add() {
        while (!taken.compareAndSet(false, true)) Thread.onSpinWait();
        count++;
        taken.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(SpinLock::add);
        Thread two = new Thread(SpinLock::add);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
