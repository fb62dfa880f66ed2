//@ check: assertion
// A hook runs when the last thread has ended, and is explored with everything else: it sees that nobody closed.
public class HooksAtTheEnd {
    static volatile boolean closed;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert closed : "not closed";
        }));
        new Thread(() -> closed = args.length > 0).start();
    }
}
