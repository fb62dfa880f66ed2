//@ run-native
// Exercises System.exit with a negative status, seen by the caller as 256 minus it, and output flushed before.
public class ExitNegative {
    static final Object LOCK = new Object();

    static synchronized void quit(int status) {
        synchronized (LOCK) {
            System.out.print("no newline at the end");
            Runtime.getRuntime().exit(status);
        }
    }

    public static void main(String[] args) {
        System.out.println(-1 & 0xff);
        System.err.println("to stderr");
        quit(-2);
    }
}
