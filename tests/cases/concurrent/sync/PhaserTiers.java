//@ run-native
// Exercises a tree of Phasers: children register with their parent, advance together, and end together.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class PhaserTiers {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger[] perPhase = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        Phaser root = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                System.out.println("root advances from " + phase + " with " + registered + " children, work "
                    + perPhase[phase]);
                return phase == 2;
            }
        };
        Phaser[] tiers = new Phaser[3];
        for (int i = 0; i < tiers.length; i++) {
            tiers[i] = new Phaser(root, 2);
        }
        System.out.println("root parties " + root.getRegisteredParties() + " parent known "
            + (tiers[0].getParent() == root) + " " + (tiers[1].getRoot() == root) + " " + root.getParent());

        List<Thread> threads = new ArrayList<>();
        int[] lastPhase = new int[6];
        for (int i = 0; i < 6; i++) {
            int id = i;
            Phaser own = tiers[i % tiers.length];
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 3; round++) {
                    perPhase[round].addAndGet(1 << id);
                    lastPhase[id] = own.arriveAndAwaitAdvance();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        boolean allEnded = true;
        for (int phase : lastPhase) {
            allEnded &= phase < 0;
        }
        System.out.println("all saw the end " + allEnded + " root " + root.isTerminated()
            + " tiers " + tiers[0].isTerminated() + tiers[1].isTerminated() + tiers[2].isTerminated());

        Phaser top = new Phaser();
        Phaser left = new Phaser(top);
        Phaser right = new Phaser(top, 1);
        System.out.println("an empty child does not count: " + top.getRegisteredParties());
        left.register();
        System.out.println("now it does: " + top.getRegisteredParties());
        left.arrive();
        System.out.println("top has arrivals " + top.getArrivedParties() + " phase " + left.getPhase());
        right.arrive();
        System.out.println("phases " + top.getPhase() + left.getPhase() + right.getPhase());
        left.arriveAndDeregister();
        System.out.println("child gone: " + top.getRegisteredParties());
        right.forceTermination();
        System.out.println("termination reaches the root " + top.isTerminated());
    }
}
