//@ check: safe
//@ options: --races
// The same with a lock around each access, and the last one ordered by join.

public class Guarded {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Guarded::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
