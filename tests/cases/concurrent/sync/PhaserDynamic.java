//@ run-native
// Exercises a Phaser whose parties come and go: registration between phases, deregistration, and who takes part when.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class PhaserDynamic {
    public static void main(String[] args) throws InterruptedException {
        int phases = 5;
        AtomicIntegerArray work = new AtomicIntegerArray(phases + 1);
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                System.out.println("phase " + phase + " complete, registered " + registered + ", work "
                    + work.get(phase));
                return registered == 0;
            }
        };
        List<Thread> threads = new ArrayList<>();
        // In every phase a new worker joins, and each worker stays for two phases.
        for (int phase = 0; phase < phases; phase++) {
            int joined = phaser.register();
            Thread worker = new Thread(() -> {
                work.addAndGet(joined, 10);
                phaser.arriveAndAwaitAdvance();
                work.addAndGet(joined + 1, 1);
                phaser.arriveAndDeregister();
            });
            worker.start();
            threads.add(worker);
            int next = phaser.arriveAndAwaitAdvance();
            System.out.println("main now in phase " + next);
        }
        int last = phaser.arriveAndDeregister();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("main left in phase " + last);
        System.out.println("terminated " + phaser.isTerminated() + " negative phase " + (phaser.getPhase() < 0)
            + " register " + (phaser.register() < 0) + " arrive " + (phaser.arrive() < 0));
        System.out.println(work);

        Phaser once = new Phaser();
        System.out.println("empty " + once.getRegisteredParties() + " " + once.getPhase());
        try {
            once.arrive();
        } catch (IllegalStateException e) {
            System.out.println("nobody registered");
        }
        once.bulkRegister(3);
        System.out.println(once.arrive() + " " + once.getArrivedParties() + " " + once.getUnarrivedParties());
        once.forceTermination();
        System.out.println(once.isTerminated() + " " + (once.awaitAdvance(0) < 0));
    }
}
