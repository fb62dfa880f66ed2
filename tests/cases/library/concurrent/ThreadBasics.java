//@ run-native
// Exercises Thread properties without races: names, priorities, groups, states, interrupts, joins, and ThreadLocal.
import java.util.ArrayList;
import java.util.List;

public class ThreadBasics {
    private static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 5);
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        System.out.println(main.getName() + " " + main.getPriority() + " " + main.isDaemon()
            + " " + main.getThreadGroup().getName() + " " + main.isAlive() + " " + main.getState());
        Thread first = new Thread(() -> { });
        Thread second = new Thread(() -> { });
        System.out.println(first.getName() + " " + second.getName() + " " + new Thread("named").getName()
            + " " + first.getState() + " " + (second.getId() > first.getId()));
        first.setName("renamed");
        first.setDaemon(true);
        first.setPriority(Thread.MAX_PRIORITY);
        System.out.println(first.getName() + " " + first.isDaemon() + " " + first.getPriority()
            + " " + first.isInterrupted());
        try {
            first.setPriority(11);
        } catch (IllegalArgumentException e) {
            System.out.println("priority " + e.getMessage());
        }

        List<String> log = new ArrayList<>();
        INHERITED.set("from main");
        LOCAL.set(6);
        Thread worker = new Thread(() -> {
            log.add(Thread.currentThread().getName() + " " + LOCAL.get() + " " + INHERITED.get());
            LOCAL.set(100);
            INHERITED.set("changed");
        }, "worker");
        worker.start();
        worker.join();
        System.out.println(log + " " + LOCAL.get() + " " + INHERITED.get() + " " + worker.getState()
            + " " + worker.isAlive());
        LOCAL.remove();
        System.out.println(LOCAL.get());
        try {
            worker.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("cannot start twice");
        }

        main.interrupt();
        System.out.println(main.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        main.interrupt();
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + main.isInterrupted());
        }
        main.interrupt();
        try {
            new Object().wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage() + " " + Thread.interrupted());
        }
        Object lock = new Object();
        synchronized (lock) {
            synchronized (lock) {
                System.out.println(Thread.holdsLock(lock));
                lock.notifyAll();
                lock.wait(1);
            }
        }
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
        }

        StringBuilder caught = new StringBuilder();
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("in thread");
        }, "failing");
        failing.setUncaughtExceptionHandler((t, e) -> caught.append(t.getName()).append(": ").append(e.getMessage()));
        failing.start();
        failing.join();
        System.out.println(caught);
        int[] counter = {0};
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                for (int j = 0; j < 250; j++) {
                    synchronized (counter) {
                        counter[0]++;
                    }
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(counter[0]);
    }
}
