//@ check: safe
// Whoever looks later sees no earlier time, and sleeping takes at least as long as it says.
public class ClockNeverGoesBack {
    static long last;

    static synchronized void look() {
        long now = System.nanoTime();
        assert now >= last : "the clock went back";
        last = now;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            look();
            look();
        });
        thread.start();
        long before = System.nanoTime();
        Thread.sleep(20);
        assert System.nanoTime() - before >= 20_000_000 : "slept too short";
        look();
        thread.join(3_000);
        assert !thread.isAlive();
    }
}
