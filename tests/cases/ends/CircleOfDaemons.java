//@ check: deadlock
// Two daemons wait for each other's monitors for ever. That main comes to its end beside them helps neither.
public class CircleOfDaemons {
    static final Object left = new Object();
    static final Object right = new Object();

    static void start(Object first, Object second) {
        Thread daemon = new Thread(() -> {
            synchronized (first) {
                synchronized (second) {
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }

    public static void main(String[] args) throws InterruptedException {
        start(left, right);
        start(right, left);
        Thread.sleep(5);
    }
}
