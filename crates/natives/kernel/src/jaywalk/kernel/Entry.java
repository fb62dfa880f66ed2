package jaywalk.kernel;

import java.io.IOException;

/** What a descriptor's number stands for. */
abstract class Entry {
    /** Events, as in Linux's poll.h and sys/epoll.h. */
    static final int IN = 1;
    static final int OUT = 4;
    static final int ERR = 8;
    static final int HUP = 16;

    /** Answers of the JDK's natives. */
    static final int EOF = -1;
    static final int UNAVAILABLE = -2;
    static final int INTERRUPTED = -3;

    boolean nonBlocking;
    /** Its number stands for nothing any more: whoever is blocked is let go. */
    boolean isClosed;
    private Waiter waiters;
    private Interest interests;

    /** The events of now. */
    abstract int events();

    /** At most so many bytes; null if there are none yet, an empty array at the end. */
    byte[] read(int most) throws IOException {
        throw Errno.io(Errno.EINVAL);
    }

    /** How many bytes were taken; 0 if there is no room. */
    int write(byte[] bytes) throws IOException {
        throw Errno.io(Errno.EINVAL);
    }

    /** Bytes that can be read without waiting. */
    int available() {
        return 0;
    }

    int readKind() {
        return Waiter.BYTES;
    }

    int writeKind() {
        return Waiter.ROOM;
    }

    /** For telling what is waited for. */
    int port() {
        return 0;
    }

    /** The last number for it is gone. */
    void close() {
        isClosed = true;
        changed();
    }

    /** Something happened that those may want to know who wait. */
    final void changed() {
        wakeAll();
        for (Interest interest = interests; interest != null; interest = interest.nextOfTarget) {
            interest.poll.wakeAll();
        }
    }

    final void wakeAll() {
        Waiter waiter = waiters;
        waiters = null;
        while (waiter != null) {
            Waiter next = waiter.next;
            waiter.next = null;
            waiter.wake();
            waiter = next;
        }
    }

    /** Waits for a change, for so many milliseconds, or for ever if they are none; false if they are over. */
    final boolean block(int kind, long millis) {
        Waiter waiter = new Waiter(kind, port());
        waiter.next = waiters;
        waiters = waiter;
        if (waiter.sleep(millis)) {
            return true;
        }
        if (waiters == waiter) {
            waiters = waiter.next;
        }
        for (Waiter before = waiters; before != null; before = before.next) {
            if (before.next == waiter) {
                before.next = waiter.next;
            }
        }
        return false;
    }

    /** Waits until one of these events is there, which may be at once; 0 if it took too long. */
    final int poll(int wanted, long millis) {
        int asked = wanted | ERR | HUP;
        boolean isInTime = millis != 0;
        while ((events() & asked) == 0 && !isClosed && isInTime) {
            isInTime = block(kindOf(wanted), Math.max(millis, 0));
        }
        return isClosed ? IN | OUT | HUP : events() & asked;
    }

    private int kindOf(int wanted) {
        return (wanted & IN) != 0 ? readKind() : writeKind();
    }

    final void watchedBy(Interest interest) {
        interest.nextOfTarget = interests;
        interests = interest;
    }

    final void notWatchedBy(Poll poll) {
        Interest before = null;
        for (Interest interest = interests; interest != null; interest = interest.nextOfTarget) {
            if (interest.poll == poll) {
                if (before == null) {
                    interests = interest.nextOfTarget;
                } else {
                    before.nextOfTarget = interest.nextOfTarget;
                }
            } else {
                before = interest;
            }
        }
    }

    /** Nobody watches it any more. */
    final void leavePolls() {
        while (interests != null) {
            Poll poll = interests.poll;
            poll.forget(this);
        }
    }
}
