//@ check: safe
// The same program without them; that is an assumption.
public class NoSpuriousWakeup {
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        thread.start();
        synchronized (lock) {
            if (!ready) {
                lock.wait();
            }
            assert ready : "woken for no reason";
        }
    }
}
