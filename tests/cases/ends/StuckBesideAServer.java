//@ check: inconclusive
// A server runs for ever, and one thread waits for what never comes.
import java.util.concurrent.Semaphore;

public class StuckBesideAServer {
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (true) {
                turn = 1 - turn;
            }
        }).start();
        new Semaphore(0).acquire();
    }
}
