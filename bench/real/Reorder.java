// Many threads set two fields one after the other, and one reads both: it may see the first without the second, but
// only before anybody has set the second.
public class Reorder {
    static volatile int a, b;

    static void set() {
        a = 1;
        b = -1;
    }

    static void check() {
        int first = a, second = b;
        assert first == 0 && second == 0 || first == 1 && second == -1 : "one without the other";
    }

    public static void main(String[] args) throws InterruptedException {
        int setters = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread[] threads = new Thread[setters + 1];
        for (int i = 0; i < setters; i++) threads[i] = new Thread(Reorder::set);
        threads[setters] = new Thread(Reorder::check);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
