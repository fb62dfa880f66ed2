//@ run-native
// Exercises nested monitors: wait gives up only its own monitor, at any depth, and the outer one stays held.
public class NestedMonitors {
    private static final Object OUTER = new Object();
    private static final Object INNER = new Object();
    private static boolean signalled;

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    private static void deepWait(int depth) throws InterruptedException {
        synchronized (INNER) {
            if (depth > 0) {
                deepWait(depth - 1);
                return;
            }
            while (!signalled) {
                INNER.wait();
            }
            System.out.println("woken at the bottom: inner " + Thread.holdsLock(INNER)
                + " outer " + Thread.holdsLock(OUTER));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (OUTER) {
                try {
                    deepWait(4);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                System.out.println("back outside: inner " + Thread.holdsLock(INNER)
                    + " outer " + Thread.holdsLock(OUTER));
            }
        });
        waiter.start();
        awaitState(waiter, Thread.State.WAITING);

        Thread wantsOuter = new Thread(() -> {
            synchronized (OUTER) {
                System.out.println("outer entered last");
            }
        });
        wantsOuter.start();
        awaitState(wantsOuter, Thread.State.BLOCKED);
        synchronized (INNER) {
            System.out.println("inner is free while outer is not: " + wantsOuter.getState());
            signalled = true;
            INNER.notify();
            System.out.println("notify keeps the monitor: " + Thread.holdsLock(INNER));
            awaitState(waiter, Thread.State.BLOCKED);
        }
        waiter.join();
        wantsOuter.join();

        Object[] tower = new Object[50];
        for (int i = 0; i < tower.length; i++) {
            tower[i] = new Object();
        }
        System.out.println("tower: " + climb(tower, 0));
        int held = 0;
        for (Object level : tower) {
            held += Thread.holdsLock(level) ? 1 : 0;
        }
        System.out.println("after the climb " + held);
    }

    private static int climb(Object[] tower, int level) {
        if (level == tower.length) {
            int held = 0;
            for (Object each : tower) {
                held += Thread.holdsLock(each) ? 1 : 0;
            }
            return held;
        }
        synchronized (tower[level]) {
            return climb(tower, level + 1);
        }
    }
}
