//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LongConditionAwait {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] isDone = new boolean[1];
        Thread other = new Thread(() -> {
            lock.lock();
            isDone[0] = true;
            condition.signal();
            lock.unlock();
        });
        other.setDaemon(true);
        other.start();
        lock.lock();
        System.out.print(isDone[0] || condition.await(1, TimeUnit.SECONDS));
    }
}
