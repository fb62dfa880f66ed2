//@ run-native
// Exercises Semaphore's forms: many permits at once, negative counts, draining, reduction, interrupts, and hand-over.
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class SemaphoreForms {
    static class Reducible extends Semaphore {
        Reducible(int permits) {
            super(permits);
        }

        void shrink(int by) {
            reducePermits(by);
        }
    }

    private static void awaitQueue(Semaphore semaphore, int length) {
        while (semaphore.getQueueLength() != length) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Reducible semaphore = new Reducible(5);
        semaphore.acquire(3);
        semaphore.shrink(4);
        System.out.println("permits " + semaphore.availablePermits() + " try " + semaphore.tryAcquire()
            + " drained " + semaphore.drainPermits() + " now " + semaphore.availablePermits());
        semaphore.release(4);
        System.out.println("after release " + semaphore.availablePermits());

        StringBuffer log = new StringBuffer();
        Thread needsSix = new Thread(() -> {
            semaphore.acquireUninterruptibly(6);
            log.append("six taken, left ").append(semaphore.availablePermits());
        });
        needsSix.start();
        awaitQueue(semaphore, 1);
        System.out.println("queued " + semaphore.hasQueuedThreads() + " barging try " + semaphore.tryAcquire(3));
        semaphore.release(2);
        System.out.println("three are not enough, alive " + needsSix.isAlive());
        semaphore.release(4);
        needsSix.join();
        System.out.println(log);

        Thread interrupted = new Thread(() -> {
            try {
                semaphore.acquire(100);
            } catch (InterruptedException e) {
                log.append(", interrupted");
            }
        });
        interrupted.start();
        awaitQueue(semaphore, 1);
        interrupted.interrupt();
        interrupted.join();
        System.out.println(log + " queue " + semaphore.getQueueLength());

        Semaphore closed = new Semaphore(-2, true);
        System.out.println("negative start " + closed.availablePermits() + " fair " + closed.isFair()
            + " " + closed.tryAcquire(1, TimeUnit.MILLISECONDS) + " " + closed.toString().replaceAll(".*\\[", "["));
        closed.release(3);
        System.out.println(closed.tryAcquire(0) + " " + closed.tryAcquire() + " " + closed.tryAcquire());

        Semaphore ping = new Semaphore(1);
        Semaphore pong = new Semaphore(0);
        StringBuilder rally = new StringBuilder();
        Thread partner = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                pong.acquireUninterruptibly();
                rally.append("pong ");
                ping.release();
            }
        });
        partner.start();
        for (int i = 0; i < 5; i++) {
            ping.acquire();
            rally.append("ping ");
            pong.release();
        }
        partner.join();
        System.out.println(rally);
        for (Runnable wrong : new Runnable[] {() -> semaphore.release(-1), () -> semaphore.tryAcquire(-1),
            () -> semaphore.acquireUninterruptibly(-1), () -> semaphore.shrink(-1)}) {
            try {
                wrong.run();
            } catch (IllegalArgumentException e) {
                System.out.println("negative refused " + e.getMessage());
            }
        }
        Semaphore full = new Semaphore(Integer.MAX_VALUE);
        try {
            full.release();
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
    }
}
