//@ check: race
//@ options: --races
// Each side has a lock, but not the same.

public class TwoLocks {
    static int count;

    static void add(Object lock) {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object first = new Object();
        Object second = new Object();
        Thread other = new Thread(() -> add(first));
        other.start();
        add(second);
        other.join();
    }
}
