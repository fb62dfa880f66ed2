package jaywalk.runner;

/** What a test under exploration asks the checker, which answers in place of these bodies. Under plain {@code java} they answer themselves. */
final class Ask {
    private Ask() {
    }

    /** One of {@code count} numbers from 0 on: each of them, one path for each. */
    static int which(int count) {
        return 0;
    }

    /** A line in the story of the path. */
    static void tell(String what) {
    }

    /** Ends the check as inconclusive: what the test wants is not its fault, and not there. */
    static RuntimeException beyond(String what) {
        return new UnsupportedOperationException(what);
    }
}
