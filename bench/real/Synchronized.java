// N threads count under a monitor: what Locked is compared with.
public class Synchronized {
    static final Object lock = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (lock) {
                    count++;
                }
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        assert count == threads.length;
    }
}
