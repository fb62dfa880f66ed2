//@ run-native
// Exercises daemon threads in every kind of wait when the program ends: their finally blocks and later code never run.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

public class DaemonsLeftBehind {
    interface Body {
        void run() throws Exception;
    }

    private static final CountDownLatch STARTED = new CountDownLatch(6);

    private static Thread daemon(String name, Body body) {
        Thread thread = new Thread(() -> {
            STARTED.countDown();
            try {
                body.run();
                System.out.println(name + " came back");
            } catch (Exception e) {
                System.out.println(name + " failed " + e);
            } finally {
                System.out.println(name + " finally");
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        Thread[] daemons = {
            daemon("waiting", () -> {
                synchronized (monitor) {
                    while (true) {
                        monitor.wait();
                    }
                }
            }),
            daemon("sleeping", () -> Thread.sleep(3_600_000)),
            daemon("taking", () -> new LinkedBlockingQueue<String>().take()),
            daemon("acquiring", () -> new Semaphore(0).acquire()),
            daemon("spinning", () -> {
                while (true) {
                    Thread.onSpinWait();
                    Thread.yield();
                }
            }),
            daemon("parking", () -> {
                while (true) {
                    LockSupport.park();
                }
            }),
        };
        STARTED.await();
        int alive = 0;
        for (Thread thread : daemons) {
            alive += thread.isAlive() && thread.isDaemon() ? 1 : 0;
        }
        System.out.println(alive + " daemons alive");
        Thread user = new Thread(() -> {
            boolean any = false;
            for (Thread thread : daemons) {
                any |= thread.isAlive();
            }
            System.out.println("the last user thread sees daemons: " + any);
        });
        user.start();
        user.join();
        System.out.println("main ends");
    }
}
