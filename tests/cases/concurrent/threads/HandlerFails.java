//@ run-native
// Exercises exceptions inside handlers: what a failing handler leaves on standard error, and that others go on.
import java.util.concurrent.atomic.AtomicInteger;

public class HandlerFails {
    private static final AtomicInteger HANDLED = new AtomicInteger();

    private static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
        System.out.println(thread.getName() + " " + thread.getState() + " handled " + HANDLED);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread quiet = new Thread(() -> {
            throw new RuntimeException("first");
        }, "quiet");
        quiet.setUncaughtExceptionHandler((thread, thrown) -> HANDLED.incrementAndGet());
        run(quiet);

        Thread failing = new Thread(() -> {
            throw new RuntimeException("second");
        }, "failing");
        failing.setUncaughtExceptionHandler((thread, thrown) -> {
            HANDLED.incrementAndGet();
            throw new IllegalStateException("inside the handler");
        });
        run(failing);

        Thread normal = new Thread(() -> System.out.println("no exception at all"), "normal");
        normal.setUncaughtExceptionHandler((thread, thrown) -> HANDLED.incrementAndGet());
        run(normal);

        Thread caught = new Thread(() -> {
            try {
                throw new RuntimeException("third");
            } catch (RuntimeException e) {
                System.out.println("caught inside: " + e.getMessage());
            } finally {
                System.out.println("finally runs before the end");
            }
        }, "caught");
        caught.setUncaughtExceptionHandler((thread, thrown) -> HANDLED.incrementAndGet());
        run(caught);

        Thread unwinding = new Thread(() -> {
            synchronized (HANDLED) {
                throw new RuntimeException("with a monitor");
            }
        }, "unwinding");
        unwinding.setUncaughtExceptionHandler((thread, thrown) ->
            System.out.println("monitor held by the handler: " + Thread.holdsLock(HANDLED)));
        run(unwinding);
        System.out.println("main ends normally");
    }
}
