//@ check: deadlock
// Two threads wait for each other's locks; a daemon that sleeps and wakes for ever hides nothing.
public class CircleBesideADaemon {
    public static void main(String[] args) {
        Object left = new Object(), right = new Object();
        Thread daemon = new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> both(left, right)).start();
        both(right, left);
    }

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
            }
        }
    }
}
