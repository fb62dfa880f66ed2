//@ run-native
// Exercises busy waiting on volatile fields with Thread.onSpinWait and Thread.yield: flags, tickets, and a spin lock.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class SpinAndYield {
    private static volatile int stage;
    private static int plain;

    static class SpinLock {
        private final AtomicBoolean held = new AtomicBoolean();

        void lock() {
            while (!held.compareAndSet(false, true)) {
                Thread.onSpinWait();
                Thread.yield();
            }
        }

        void unlock() {
            held.set(false);
        }
    }

    static class TicketLock {
        private final AtomicInteger next = new AtomicInteger();
        private volatile int serving;

        void lock() {
            int mine = next.getAndIncrement();
            while (serving != mine) {
                Thread.yield();
            }
        }

        void unlock() {
            serving++;
        }
    }

    private static void awaitStage(int wanted) {
        while (stage < wanted) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    private static int count(Runnable lock, Runnable unlock) throws InterruptedException {
        int[] counter = new int[1];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 200; n++) {
                    lock.run();
                    counter[0]++;
                    unlock.run();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return counter[0];
    }

    public static void main(String[] args) throws InterruptedException {
        StringBuilder story = new StringBuilder();
        Thread partner = new Thread(() -> {
            awaitStage(1);
            story.append("two ").append(plain).append(", ");
            plain = 20;
            stage = 2;
            awaitStage(3);
            story.append("four ").append(plain);
            stage = 4;
        });
        partner.start();
        story.append("one, ");
        plain = 10;
        stage = 1;
        awaitStage(2);
        story.append("three ").append(plain).append(", ");
        plain = 30;
        stage = 3;
        awaitStage(4);
        System.out.println(story);
        partner.join();

        SpinLock spin = new SpinLock();
        System.out.println("spin lock " + count(spin::lock, spin::unlock));
        TicketLock ticket = new TicketLock();
        System.out.println("ticket lock " + count(ticket::lock, ticket::unlock) + " tickets " + ticket.next);
    }
}
