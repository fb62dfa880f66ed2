//@ run-native
// Exercises interrupting a thread that is blocked on a monitor: it stays blocked, and a later wait throws at once.
public class InterruptBlocked {
    private static final Object MONITOR = new Object();

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StringBuffer log = new StringBuffer();
        Thread blocked = new Thread(() -> {
            synchronized (MONITOR) {
                log.append("entered, flag ").append(Thread.currentThread().isInterrupted());
                try {
                    MONITOR.wait();
                    log.append(", notified");
                } catch (InterruptedException e) {
                    log.append(", wait threw, flag ").append(Thread.currentThread().isInterrupted());
                }
                log.append(", holds ").append(Thread.holdsLock(MONITOR));
            }
        });
        synchronized (MONITOR) {
            blocked.start();
            awaitState(blocked, Thread.State.BLOCKED);
            blocked.interrupt();
            for (int i = 0; i < 100; i++) {
                Thread.yield();
            }
            System.out.println("still " + blocked.getState() + ", flag " + blocked.isInterrupted() + ", log ["
                + log + "]");
        }
        blocked.join();
        System.out.println(log);

        log.setLength(0);
        Thread waiter = new Thread(() -> {
            synchronized (MONITOR) {
                try {
                    MONITOR.wait();
                    log.append("notified");
                } catch (InterruptedException e) {
                    log.append("interrupted only after the monitor was free again");
                }
            }
        });
        waiter.start();
        awaitState(waiter, Thread.State.WAITING);
        synchronized (MONITOR) {
            waiter.interrupt();
            awaitState(waiter, Thread.State.BLOCKED);
            System.out.println("interrupted inside, log [" + log + "]");
        }
        waiter.join();
        System.out.println(log);

        log.setLength(0);
        Thread busy = new Thread(() -> {
            long spins = 0;
            while (!Thread.interrupted()) {
                spins++;
                Thread.yield();
            }
            log.append("busy thread saw it ").append(spins >= 0).append(", now ")
                .append(Thread.currentThread().isInterrupted());
        });
        busy.start();
        busy.interrupt();
        busy.join();
        System.out.println(log);
    }
}
