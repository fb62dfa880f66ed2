//@ run-native
// Exercises priorities: inheritance from the parent, limits, the maximum of a group, and errors for bad values.
public class PriorityRules {
    private static int childPriority;

    private static void attempt(Thread thread, int priority) {
        try {
            thread.setPriority(priority);
            System.out.println("set " + priority + " -> " + thread.getPriority());
        } catch (IllegalArgumentException e) {
            System.out.println("set " + priority + " refused, still " + thread.getPriority());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(Thread.MIN_PRIORITY + " " + Thread.NORM_PRIORITY + " " + Thread.MAX_PRIORITY);
        Thread main = Thread.currentThread();
        main.setPriority(7);
        System.out.println("child of 7: " + new Thread(() -> { }).getPriority());
        main.setPriority(Thread.NORM_PRIORITY);

        Thread parent = new Thread(() -> childPriority = new Thread(() -> { }).getPriority());
        parent.setPriority(3);
        parent.start();
        parent.join();
        System.out.println("child of 3: " + childPriority);

        Thread thread = new Thread(() -> { });
        for (int priority : new int[] {1, 10, 0, 11, -1, 5}) {
            attempt(thread, priority);
        }

        ThreadGroup low = new ThreadGroup("low");
        low.setMaxPriority(4);
        Thread limited = new Thread(low, () -> { });
        System.out.println("in low: " + limited.getPriority() + " of at most " + low.getMaxPriority());
        attempt(limited, 9);
        attempt(limited, 2);

        ThreadGroup inner = new ThreadGroup(low, "inner");
        System.out.println("inner max " + inner.getMaxPriority());
        inner.setMaxPriority(8);
        System.out.println("inner cannot exceed its parent: " + inner.getMaxPriority());
        low.setMaxPriority(2);
        System.out.println("lowering reaches inner: " + inner.getMaxPriority());
        low.setMaxPriority(0);
        low.setMaxPriority(42);
        System.out.println("out of range is ignored: " + low.getMaxPriority());

        Thread running = new Thread(() -> {
            Thread.currentThread().setPriority(8);
            System.out.println("changed by itself: " + Thread.currentThread().getPriority());
        });
        running.start();
        running.join();
        thread.start();
        thread.join();
        thread.setPriority(1);
        System.out.println("set after the end is no error");
    }
}
