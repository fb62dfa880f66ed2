//@ run-native
// Exercises Thread.getState in situations that are certain: new, blocked, waiting, timed waiting, parked, and terminated.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class ThreadStates {
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final CountDownLatch LATCH = new CountDownLatch(1);
    private static volatile boolean done;

    interface Body {
        void run() throws InterruptedException;
    }

    private static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                done = true;
            }
        }, name);
        System.out.println(name + ": " + thread.getState() + " alive " + thread.isAlive());
        thread.start();
        return thread;
    }

    private static void reaches(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
        System.out.println(thread.getName() + ": reached " + state + " alive " + thread.isAlive());
    }

    private static void finish(Thread thread) throws InterruptedException {
        thread.interrupt();
        LockSupport.unpark(thread);
        thread.join();
        System.out.println(thread.getName() + ": " + thread.getState() + " alive " + thread.isAlive());
    }

    private static void waitOn(long millis) throws InterruptedException {
        synchronized (MONITOR) {
            MONITOR.wait(millis);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread entering = start("entering", () -> {
            synchronized (LOCK) {
                done = true;
            }
        });
        entering.join();
        synchronized (MONITOR) {
            Thread blocked = start("blocked", () -> waitOn(1));
            reaches(blocked, Thread.State.BLOCKED);
        }
        Thread waiting = start("waiting", () -> waitOn(0));
        reaches(waiting, Thread.State.WAITING);
        finish(waiting);
        Thread timed = start("timed", () -> waitOn(3_600_000));
        reaches(timed, Thread.State.TIMED_WAITING);
        finish(timed);
        Thread sleeping = start("sleeping", () -> Thread.sleep(3_600_000));
        reaches(sleeping, Thread.State.TIMED_WAITING);
        finish(sleeping);
        Thread parked = start("parked", LockSupport::park);
        reaches(parked, Thread.State.WAITING);
        finish(parked);
        Thread latched = start("latched", LATCH::await);
        reaches(latched, Thread.State.WAITING);
        finish(latched);
        LOCK.lock();
        Thread queued = start("queued", LOCK::lockInterruptibly);
        reaches(queued, Thread.State.WAITING);
        finish(queued);
        Thread joining = start("joining", Thread.currentThread()::join);
        reaches(joining, Thread.State.WAITING);
        finish(joining);
        System.out.println(Thread.currentThread().getState() + " " + Thread.State.valueOf("BLOCKED").ordinal()
            + " " + Thread.State.values().length);
    }
}
