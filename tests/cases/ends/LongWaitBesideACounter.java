//@ check: inconclusive
// A thread counts until it is told to stop, after a second. Beside somebody who gets somewhere for ever a long wait is never
// over, so what comes after it was not looked at: that is neither safe nor a livelock.
public class LongWaitBesideACounter {
    static volatile boolean isStopped;
    static volatile byte count;

    public static void main(String[] args) throws Exception {
        Thread counter = new Thread(() -> {
            while (!isStopped) {
                count++;
            }
        });
        counter.start();
        Thread.sleep(1000);
        isStopped = true;
        counter.join();
        throw new IllegalStateException("on a real machine it comes to this");
    }
}
