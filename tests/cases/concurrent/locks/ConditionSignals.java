//@ run-native
// Exercises Condition: signals in the order of waiting, signalAll, timeouts, deadlines, and uninterruptible waits.
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionSignals {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CONDITION = LOCK.newCondition();
    private static final List<String> LOG = new ArrayList<>();
    private static int permits;

    private static int waiters() {
        LOCK.lock();
        try {
            return LOCK.getWaitQueueLength(CONDITION);
        } finally {
            LOCK.unlock();
        }
    }

    private static Thread startWaiter(int id) {
        int before = waiters();
        Thread thread = new Thread(() -> {
            LOCK.lock();
            try {
                while (permits == 0) {
                    CONDITION.awaitUninterruptibly();
                }
                permits--;
                LOG.add("w" + id + (Thread.interrupted() ? "!" : ""));
            } finally {
                LOCK.unlock();
            }
        });
        thread.start();
        while (waiters() != before + 1) {
            Thread.yield();
        }
        return thread;
    }

    private static void grant(int count, boolean all) {
        LOCK.lock();
        try {
            permits += count;
            if (all) {
                CONDITION.signalAll();
            } else {
                CONDITION.signal();
            }
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = startWaiter(i);
        }
        LOCK.lock();
        System.out.println("waiting " + LOCK.getWaitQueueLength(CONDITION) + " " + LOCK.hasWaiters(CONDITION));
        LOCK.unlock();
        for (int i = 0; i < 2; i++) {
            grant(1, false);
            threads[i].join();
        }
        System.out.println("signalled one by one " + LOG);
        threads[3].interrupt();
        grant(3, true);
        for (Thread thread : threads) {
            thread.join();
        }
        LOG.sort(null);
        System.out.println("all " + LOG + " permits " + permits);

        LOCK.lock();
        try {
            System.out.println("expired " + CONDITION.await(1, TimeUnit.MILLISECONDS)
                + " " + (CONDITION.awaitNanos(1) <= 0) + " " + CONDITION.awaitUntil(new Date(0))
                + " holds " + LOCK.getHoldCount());
            LOCK.lock();
            Thread.currentThread().interrupt();
            try {
                CONDITION.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted wait keeps both holds: " + LOCK.getHoldCount());
            }
            LOCK.unlock();
        } finally {
            LOCK.unlock();
        }
        for (Runnable unowned : new Runnable[] {CONDITION::signal, CONDITION::signalAll,
            () -> LOCK.hasWaiters(CONDITION), CONDITION::awaitUninterruptibly}) {
            try {
                unowned.run();
            } catch (IllegalMonitorStateException e) {
                System.out.println("not the owner");
            }
        }
        try {
            ReentrantLock other = new ReentrantLock();
            other.hasWaiters(CONDITION);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
