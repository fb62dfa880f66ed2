//@ check: race
//@ options: --races
// A message handed over by a plain flag.

public class PlainFlag {
    static int message;
    static boolean ready;

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
