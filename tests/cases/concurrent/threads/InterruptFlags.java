//@ run-native
// The flag of an interrupt: before the start of a thread, after its end, and what it does to the next park; who
// handles the exceptions of an ended thread.
import java.util.concurrent.locks.LockSupport;

public class InterruptFlags {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        System.out.println("cleared " + Thread.interrupted());
        run(() -> {
            Thread.currentThread().interrupt();
            Thread.interrupted();
            LockSupport.park();
            System.out.println("parked");
        });
        Thread early = new Thread(() -> {
            System.out.println("in run " + Thread.currentThread().isInterrupted());
            try {
                Thread.sleep(1);
                System.out.println("slept");
            } catch (InterruptedException e) {
                System.out.println("interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        early.interrupt();
        System.out.println("before start " + early.isInterrupted());
        early.start();
        early.join();
        System.out.println("after end " + early.isInterrupted());
        early.interrupt();
        System.out.println("interrupted after end " + early.isInterrupted());
        System.out.println("ended with flag " + run(() -> Thread.currentThread().interrupt()).isInterrupted());
        System.out.println("handler of an ended thread " + early.getUncaughtExceptionHandler());
        Thread other = new Thread(() -> { });
        System.out.println("handler is group " + (other.getUncaughtExceptionHandler() == other.getThreadGroup()));
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(0);
        } catch (InterruptedException e) {
            System.out.println("no sleep");
        }
    }

    static Thread run(Runnable body) throws InterruptedException {
        Thread thread = new Thread(body);
        thread.start();
        thread.join();
        return thread;
    }
}
