//@ check: livelock

// A thread waits in a loop for a flag that nobody raises, and main waits for its end.

public class SpinsForNobody {
    static volatile boolean isReady;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            while (!isReady) {
                Thread.onSpinWait();
            }
        });
        waiter.start();
        waiter.join();
    }
}
