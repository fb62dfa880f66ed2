//@ run-native
// Exercises monitors released by exceptions, returns and breaks, and IllegalMonitorStateException of wait and notify.
public class MonitorUnwinding {
    static final Object LOCK = new Object();
    int state;

    synchronized void failing(int depth) {
        state++;
        if (depth == 0) throw new IllegalStateException("unwound at " + state);
        failing(depth - 1);
    }

    static int leave(int how) {
        while (true) {
            synchronized (LOCK) {
                try {
                    switch (how) {
                        case 0: return 10;
                        case 1: throw new RuntimeException("out");
                        case 2: break;
                        default: how--;
                            continue;
                    }
                } finally {
                    System.out.print(Thread.holdsLock(LOCK) ? "held " : "lost ");
                }
                break;
            }
        }
        return Thread.holdsLock(LOCK) ? -1 : 20;
    }

    static void illegal(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " fine");
        } catch (IllegalMonitorStateException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    static void waitOn(Object o, long ms) {
        try {
            o.wait(ms);
        } catch (InterruptedException e) {
            System.out.println("interrupted " + Thread.currentThread().isInterrupted());
        }
    }

    public static void main(String[] args) {
        MonitorUnwinding m = new MonitorUnwinding();
        try {
            m.failing(4);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(m));
        }
        for (int how = 0; how < 5; how++) {
            try {
                System.out.println(leave(how) + " " + Thread.holdsLock(LOCK));
            } catch (RuntimeException e) {
                System.out.println(e.getMessage() + " " + Thread.holdsLock(LOCK));
            }
        }
        illegal("notify", LOCK::notify);
        illegal("notifyAll", LOCK::notifyAll);
        illegal("wait", () -> waitOn(LOCK, 0));
        illegal("wait on other", () -> {
            synchronized (LOCK) {
                waitOn(m, 1);
            }
        });
        illegal("notify held", () -> {
            synchronized (LOCK) {
                LOCK.notify();
                LOCK.notifyAll();
            }
        });
        illegal("timed wait held", () -> {
            synchronized (LOCK) {
                synchronized (LOCK) {
                    waitOn(LOCK, 1);
                    System.out.println("still held " + Thread.holdsLock(LOCK));
                }
            }
        });
        try {
            waitOn(LOCK, -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Thread.currentThread().interrupt();
        illegal("wait while interrupted", () -> {
            synchronized (LOCK) {
                waitOn(LOCK, 0);
            }
        });
        System.out.println(Thread.interrupted() + " " + Thread.holdsLock(LOCK));
    }
}
