//@ check: safe
//@ outputs: false | true
// A short limit can pass at any moment.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ShortConditionAwait {
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
        System.out.print(isDone[0] || condition.await(100, TimeUnit.MILLISECONDS));
    }
}
