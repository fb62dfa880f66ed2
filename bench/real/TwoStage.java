// Many threads set a number under one lock and its successor under another, and one reads both in the same two stages:
// it may come in between.
public class TwoStage {
    static final Object first = new Object(), second = new Object();
    static int one, two;

    static void write() {
        synchronized (first) {
            one = 1;
        }
        synchronized (second) {
            two = one + 1;
        }
    }

    static void read() {
        int seen;
        synchronized (first) {
            if (one == 0) return;
            seen = one;
        }
        synchronized (second) {
            assert two == seen + 1 : "the second stage is missing";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int writers = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread[] threads = new Thread[writers + 1];
        for (int i = 0; i < writers; i++) threads[i] = new Thread(TwoStage::write);
        threads[writers] = new Thread(TwoStage::read);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
