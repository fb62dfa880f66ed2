//@ check: assertion
//@ options: --spurious-wakeups
// A wait outside of a loop: it may return for no reason.
public class SpuriousWakeup {
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
