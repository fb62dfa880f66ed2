// A delay that may come, or not. Stands beside the program in its class path, so that each run has its own.

public class RunManyDelay {
    public static void maybe() {
        var random = java.util.concurrent.ThreadLocalRandom.current();
        switch (random.nextInt(6)) {
            case 0, 1 -> { }
            case 2 -> Thread.yield();
            case 3 -> spin(random.nextInt(200));
            case 4 -> spin(random.nextInt(20_000));
            default -> {
                // Not Thread.sleep, which looks at the interrupt flag.
                long end = System.nanoTime() + random.nextInt(1_500_000);
                while (System.nanoTime() < end) {
                    Thread.yield();
                }
            }
        }
    }

    static volatile int sink;

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            sink = i;
        }
    }
}
