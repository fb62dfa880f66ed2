//@ run-native
// Exercises System.exit from a second thread while main waits: the hook runs, finally blocks do not, and the code is kept.
public class ExitWithHooks {
    private static final Object FOREVER = new Object();

    static void leave() {
        try {
            System.out.println("leaving with 3");
            System.exit(3);
        } finally {
            System.out.println("finally after exit never runs");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook: main is " + main.getState() + ", current "
                + Thread.currentThread().getName());
            Thread helper = new Thread(() -> System.out.println("a hook may start threads"));
            helper.start();
            try {
                helper.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("hook ends");
        }, "the hook"));
        Thread leaver = new Thread(() -> {
            while (main.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            leave();
        }, "leaver");
        synchronized (FOREVER) {
            leaver.start();
            try {
                FOREVER.wait();
            } finally {
                System.out.println("main is never woken");
            }
        }
    }
}
