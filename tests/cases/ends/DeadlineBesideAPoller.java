//@ check: safe
// A deadline of ten seconds is reached where the only other thread waits, by looking again and again, for what comes behind it.
public class DeadlineBesideAPoller {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            while (!flag) {
                Thread.yield();
            }
        });
        poller.start();
        long end = System.nanoTime() + 10_000_000_000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        flag = true;
        poller.join();
    }
}
