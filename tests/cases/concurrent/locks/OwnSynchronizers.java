//@ run-native
// Exercises AbstractQueuedSynchronizer by subclasses of our own: a mutex with conditions, a gate, and a limited resource.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

public class OwnSynchronizers {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int unused) {
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(int unused) {
            if (!isHeldExclusively()) {
                throw new IllegalMonitorStateException("not the owner");
            }
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getExclusiveOwnerThread() == Thread.currentThread();
        }

        Condition condition() {
            return new ConditionObject();
        }
    }

    static class Gate extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int unused) {
            return getState() == 1 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int open) {
            setState(open);
            return open == 1;
        }
    }

    private static int value;

    public static void main(String[] args) throws InterruptedException {
        Mutex mutex = new Mutex();
        Gate gate = new Gate();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                gate.acquireShared(1);
                for (int n = 0; n < 100; n++) {
                    mutex.acquire(1);
                    value++;
                    mutex.release(1);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            while (!gate.isQueued(thread)) {
                Thread.yield();
            }
        }
        System.out.println("behind the gate " + gate.getQueueLength() + " value " + value);
        gate.releaseShared(1);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("value " + value + " contended once " + gate.hasContended()
            + " queue " + gate.hasQueuedThreads());

        Condition condition = mutex.condition();
        Thread waiter = new Thread(() -> {
            mutex.acquire(1);
            try {
                condition.awaitUninterruptibly();
                value = -1;
            } finally {
                mutex.release(1);
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        mutex.acquire(1);
        System.out.println("free while waiting, try again " + mutex.tryAcquireNanos(1, 1000));
        condition.signal();
        mutex.release(1);
        waiter.join();
        System.out.println("value " + value + " " + mutex.toString().replaceAll(".*\\[", "["));
        try {
            mutex.release(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        gate.releaseShared(0);
        System.out.println("closed gate " + gate.tryAcquireSharedNanos(1, TimeUnit.MILLISECONDS.toNanos(1)));
        try {
            gate.acquire(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("a gate has no exclusive mode");
        }
    }
}
