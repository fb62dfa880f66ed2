//@ check: assertion
// The daemon may be faster than the end of the program, or not: if it is, it fails.
public class DaemonInTime {
    static volatile int seen;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            seen = 1;
            throw new AssertionError("in time");
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
