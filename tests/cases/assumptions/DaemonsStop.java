//@ check: safe
// What a daemon does after the last other thread has ended is left out, and said.
public class DaemonsStop {
    public static void main(String[] args) {
        Thread last = Thread.currentThread();
        Thread daemon = new Thread(() -> {
            try {
                last.join();
            } catch (InterruptedException e) {
                return;
            }
            throw new IllegalStateException("after the end");
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
