import java.util.concurrent.ThreadLocalRandom;

/** For `java`: time that passes without anything that the program could see. */
class Pause {
    private static final int LONGEST_NS = 60_000;

    static void here() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(4)) {
            case 0:
                return;
            case 1:
                Thread.yield();
                return;
            default:
                long end = System.nanoTime() + random.nextInt(LONGEST_NS);
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
        }
    }
}
