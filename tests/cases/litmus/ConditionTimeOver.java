//@ check: safe
//@ outputs: false 1 | false 2 | true 2

// Whoever waits at a condition lets go of the lock, also if its time is over at once.

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionTimeOver {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread t = new Thread(() -> {
            lock.lock();
            value = 2;
            condition.signal();
            lock.unlock();
        });
        t.start();
        lock.lock();
        value = 1;
        /*~*/
        boolean wasSignalled = condition.await(0, TimeUnit.SECONDS);
        System.out.print(wasSignalled + " " + value);
        lock.unlock();
    }
}
