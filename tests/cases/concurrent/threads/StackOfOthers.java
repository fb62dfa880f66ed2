//@ run-native
// Exercises getStackTrace of a parked, a waiting, a new and an ended thread, and Thread.getAllStackTraces.
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

public class StackOfOthers {
    private static final Object MONITOR = new Object();

    static void outer(int depth, boolean park) {
        if (depth > 0) {
            outer(depth - 1, park);
        } else if (park) {
            pause();
        } else {
            waitHere();
        }
    }

    static void pause() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }

    static void waitHere() {
        synchronized (MONITOR) {
            try {
                MONITOR.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static List<String> ownFrames(StackTraceElement[] trace) {
        return Arrays.stream(trace).filter(frame -> frame.getClassName().equals("StackOfOthers"))
            .map(frame -> frame.getMethodName() + ":" + frame.getLineNumber())
            .filter(name -> !name.startsWith("lambda")).collect(Collectors.toList());
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread parked = new Thread(() -> outer(2, true), "parked");
        Thread waiting = new Thread(() -> outer(1, false), "waiting");
        System.out.println("new: " + parked.getStackTrace().length);
        parked.start();
        waiting.start();
        awaitWaiting(parked);
        awaitWaiting(waiting);
        StackTraceElement[] trace = parked.getStackTrace();
        System.out.println("parked: " + ownFrames(trace));
        System.out.println(trace[0].getMethodName() + " called by " + trace[1].getMethodName()
            + ", bottom " + trace[trace.length - 1].getMethodName());
        System.out.println("waiting: " + ownFrames(waiting.getStackTrace()));

        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        System.out.println("contains " + all.containsKey(Thread.currentThread()) + " " + all.containsKey(parked)
            + " " + all.containsKey(waiting));
        System.out.println(ownFrames(all.get(waiting)) + " " + ownFrames(all.get(Thread.currentThread())));

        StackTraceElement[] own = Thread.currentThread().getStackTrace();
        System.out.println(own[0].getMethodName() + " " + own[1].getMethodName() + " " + own.length);
        parked.interrupt();
        waiting.interrupt();
        parked.join();
        waiting.join();
        System.out.println("ended: " + parked.getStackTrace().length
            + " " + Thread.getAllStackTraces().containsKey(parked));
    }
}
