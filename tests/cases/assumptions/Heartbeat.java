//@ check: safe
// A thread that looks at the clock again and again makes no state space infinite.
public class Heartbeat {
    static volatile boolean done;
    static long beat;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            while (!done) {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    return;
                }
                beat = System.nanoTime();
            }
        });
        thread.start();
        done = true;
        thread.join();
    }
}
