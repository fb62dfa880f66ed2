package jaywalk.kernel;

/**
 * A call that is blocked. The machine knows this class: no interrupt ends a wait on it, and it tells by
 * {@code kind} and {@code port} what is waited for.
 */
final class Waiter {
    static final int CONNECTION = 0;
    static final int BYTES = 1;
    static final int ROOM = 2;
    static final int QUEUE = 3;
    static final int DATAGRAM = 4;
    static final int PIPE_BYTES = 5;
    static final int PIPE_ROOM = 6;
    static final int CHANNEL = 7;

    final int kind;
    final int port;
    private boolean woken;
    /** The next one that waits for the same entry. */
    Waiter next;

    Waiter(int kind, int port) {
        this.kind = kind;
        this.port = port;
    }

    /** Waits for so many milliseconds, or for ever if they are none; false if they are over. */
    synchronized boolean sleep(long millis) {
        try {
            if (millis > 0) {
                if (!woken) {
                    wait(millis);
                }
                return woken;
            }
            while (!woken) {
                wait();
            }
            return true;
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    synchronized void wake() {
        woken = true;
        notifyAll();
    }
}
