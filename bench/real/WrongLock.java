// Many threads count up under a lock, and one looks twice under another: it may see the number change.
public class WrongLock {
    static final Object right = new Object(), wrong = new Object();
    static int data;

    static void look() {
        synchronized (wrong) {
            int before = data;
            Thread.yield();
            assert before == data : "data has changed under its lock";
        }
    }

    static void count() {
        synchronized (right) {
            data++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int counters = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread[] threads = new Thread[counters + 1];
        threads[0] = new Thread(WrongLock::look);
        for (int i = 1; i <= counters; i++) threads[i] = new Thread(WrongLock::count);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
