//@ check: safe
// Hooks run after all threads that are no daemons, and beside each other.
public class HooksAreLast {
    static int done;
    static final int[] HOOKS = {0};

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                assert done == 2 : "a hook came first";
                synchronized (HOOKS) {
                    HOOKS[0]++;
                    assert HOOKS[0] <= 2;
                }
            }));
        }
        Thread other = new Thread(() -> done++);
        other.start();
        other.join();
        done++;
    }
}
