//@ run-native
// Exercises LockSupport.park under interrupts: it returns without an exception, keeps the flag, and keeps returning at once.
import java.util.concurrent.locks.LockSupport;

public class InterruptPark {
    private static volatile boolean proceed;

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StringBuffer log = new StringBuffer();
        Thread parked = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            log.append("woken, flag ").append(Thread.currentThread().isInterrupted());
            LockSupport.park();
            LockSupport.parkNanos(3_600_000_000_000L);
            log.append(", later parks return at once, flag ").append(Thread.interrupted());
        });
        parked.start();
        awaitState(parked, Thread.State.WAITING);
        parked.interrupt();
        parked.join();
        System.out.println(log);

        log.setLength(0);
        Object blocker = "the blocker";
        Thread timed = new Thread(() -> {
            while (!proceed) {
                LockSupport.parkNanos(blocker, 3_600_000_000_000L);
            }
            log.append("unparked, flag ").append(Thread.interrupted());
        });
        timed.start();
        awaitState(timed, Thread.State.TIMED_WAITING);
        System.out.println("blocked on " + LockSupport.getBlocker(timed));
        proceed = true;
        LockSupport.unpark(timed);
        timed.join();
        System.out.println(log + ", blocker " + LockSupport.getBlocker(timed));

        log.setLength(0);
        proceed = false;
        Thread early = new Thread(() -> {
            while (!proceed) {
                Thread.yield();
            }
            LockSupport.park();
            log.append("the permit was kept");
        });
        early.start();
        LockSupport.unpark(early);
        LockSupport.unpark(early);
        proceed = true;
        early.join();
        System.out.println(log);

        Thread.currentThread().interrupt();
        LockSupport.park();
        LockSupport.parkUntil(Long.MAX_VALUE);
        System.out.println("main returns too, flag " + Thread.interrupted() + Thread.interrupted());
        LockSupport.unpark(null);
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-5);
        LockSupport.parkUntil(0);
        System.out.println("no wait for times that are over");
        try {
            LockSupport.getBlocker(null);
        } catch (NullPointerException e) {
            System.out.println("whose blocker?");
        }
    }
}
