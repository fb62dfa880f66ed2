//@ check: deadlock
// Two hooks that take two locks in opposite orders: only some schedules of the program's end block it.
public class HooksDeadlock {
    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> both(a, b)));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> both(b, a)));
    }
}
