//@ check: exception
//@ options: --timeouts last
// The same where deadlines pass only when nothing else can go on: nothing else can.
public class LongDeadlineIsReached {
    public static void main(String[] args) {
        long end = System.currentTimeMillis() + 60_000;
        while (System.currentTimeMillis() < end) {
            Thread.yield();
        }
        throw new IllegalStateException("behind the deadline");
    }
}
