//@ run-native
// Exercises daemon threads: inherited daemon flag, late setDaemon, and a program that ends while a daemon waits forever.
public class DaemonEnd {
    static final Object NEVER = new Object();
    static volatile boolean started;

    static void waitForever() {
        synchronized (NEVER) {
            started = true;
            while (true) {
                try {
                    NEVER.wait();
                } catch (InterruptedException e) {
                    System.out.println("nobody interrupts");
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread daemon = new Thread(DaemonEnd::waitForever, "sleeper");
        daemon.setDaemon(true);
        daemon.start();
        while (!started) Thread.yield();
        synchronized (NEVER) {
            System.out.println(daemon.getName() + " " + daemon.isDaemon() + " " + daemon.isAlive() + " " + daemon.getState());
        }
        try {
            daemon.setDaemon(false);
        } catch (IllegalThreadStateException e) {
            System.out.println("too late to change");
        }
        boolean[] flags = new boolean[2];
        Thread parent = new Thread(() -> {
            flags[0] = new Thread().isDaemon();
            Thread child = new Thread();
            child.setDaemon(false);
            flags[1] = child.isDaemon();
        });
        parent.setDaemon(true);
        parent.start();
        parent.join();
        System.out.println("child inherits " + flags[0] + " cleared " + flags[1]);
        Thread last = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                Thread.yield();
                System.out.println("user thread outlives main " + i);
            }
        });
        System.out.println("main ends");
        last.start();
    }
}
