//@ check: inconclusive
// The same with a lock that is taken and given back again and again, and with a wait that another path does not come to.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockIsTriedBesideAWait {
    static volatile boolean isStopped;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        Thread other = new Thread(() -> {
            while (!isStopped) {
                if (lock.tryLock()) {
                    lock.unlock();
                }
            }
        });
        if (gov.nasa.jpf.vm.Verify.getBoolean()) {
            return;
        }
        other.start();
        lock.lock();
        try {
            never.await(10, TimeUnit.SECONDS);
        } finally {
            lock.unlock();
        }
        isStopped = true;
        other.join();
        throw new IllegalStateException("on a real machine it comes to this");
    }
}
