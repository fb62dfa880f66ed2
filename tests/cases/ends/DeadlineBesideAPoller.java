//@ check: inconclusive
// Beside somebody who polls for ever the clock does not move far for who looks at it: what comes after a deadline of ten
// seconds was not looked at.
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
        throw new IllegalStateException("on a real machine it comes to this");
    }
}
