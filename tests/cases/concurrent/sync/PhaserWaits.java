//@ run-native
// Exercises waiting on a Phaser without taking part: awaitAdvance, interruptible and timed forms, and late arrivals.
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class PhaserWaits {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        System.out.println("a past phase returns at once " + phaser.awaitAdvance(5) + " " + phaser.awaitAdvance(-1));
        try {
            phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timed out in phase " + phaser.getPhase());
        }

        int[] seen = new int[2];
        Thread observer = new Thread(() -> seen[0] = phaser.awaitAdvance(0));
        observer.start();
        while (observer.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        observer.interrupt();
        System.out.println("arrivals " + phaser.arrive() + phaser.getArrivedParties() + " " + phaser.arrive());
        observer.join();
        System.out.println("observer saw phase " + seen[0]);

        StringBuffer log = new StringBuffer();
        Thread interruptible = new Thread(() -> {
            try {
                phaser.awaitAdvanceInterruptibly(1);
                log.append("advanced");
            } catch (InterruptedException e) {
                log.append("interrupted in phase ").append(phaser.getPhase());
            }
        });
        interruptible.start();
        while (interruptible.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        interruptible.interrupt();
        interruptible.join();
        System.out.println(log);

        Thread slow = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                phaser.arriveAndAwaitAdvance();
            }
        });
        slow.start();
        for (int i = 0; i < 3; i++) {
            int phase = phaser.arrive();
            int next = phaser.awaitAdvanceInterruptibly(phase, 1, TimeUnit.HOURS);
            System.out.println("from " + phase + " to " + next);
        }
        slow.join();

        Thread waiting = new Thread(() -> seen[1] = phaser.awaitAdvance(phaser.getPhase()));
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        phaser.forceTermination();
        waiting.join();
        System.out.println("woken by the end " + (seen[1] == phaser.getPhase()) + " phase "
            + (phaser.getPhase() - Integer.MIN_VALUE));
        try {
            new Phaser(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Phaser one = new Phaser(1);
            one.arriveAndDeregister();
            new Phaser(65536);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
