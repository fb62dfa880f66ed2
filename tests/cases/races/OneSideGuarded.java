//@ check: race
//@ options: --races
// A lock on one side alone orders nothing.

public class OneSideGuarded {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OneSideGuarded::add);
        other.start();
        int seen = count;
        other.join();
    }
}
