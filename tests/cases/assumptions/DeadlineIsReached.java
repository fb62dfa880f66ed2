//@ check: exception
// Time passes while a thread does nothing but look at the clock: what comes behind a deadline is explored.
public class DeadlineIsReached {
    public static void main(String[] args) {
        long end = System.nanoTime() + 50_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        throw new IllegalStateException("behind the deadline");
    }
}
