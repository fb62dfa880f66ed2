//@ check: safe
//@ options: --races
// A message handed over by a volatile flag.

public class VolatileFlag {
    static int message;
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            message = 42;
            ready = true;
        });
        other.start();
        if (ready) {
            assert message == 42;
        }
        other.join();
    }
}
