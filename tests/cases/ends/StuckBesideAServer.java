//@ check: inconclusive
// A server runs for ever, and one thread waits for what never comes.
import java.util.concurrent.Semaphore;

public class StuckBesideAServer {
    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (true) {
                Thread.yield();
            }
        }).start();
        new Semaphore(0).acquire();
    }
}
