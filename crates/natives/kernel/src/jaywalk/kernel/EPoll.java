package jaywalk.kernel;

import java.io.IOException;

/** The natives of sun.nio.ch.EPoll. An event is twelve bytes: what happened, and the number of whom. */
final class EPoll {
    private static final int ADD = 1;
    private static final int DELETE = 2;
    private static final int ENOENT = 2;
    private static final int EEXIST = 17;
    private static final int EVENT_BYTES = 12;

    private EPoll() {}

    static int create() {
        return Table.add(new Poll());
    }

    /** 0, or the number of an error. */
    static int ctl(int poll, int operation, int number, int events) {
        Entry target = Table.find(number);
        Entry found = Table.find(poll);
        if (target == null || !(found instanceof Poll)) {
            return Errno.EBADF;
        }
        Poll set = (Poll) found;
        Interest interest = set.find(number);
        if (operation == ADD) {
            if (interest != null) {
                return EEXIST;
            }
            set.add(number, target, events);
            return 0;
        }
        if (interest == null) {
            return ENOENT;
        }
        if (operation == DELETE) {
            set.forget(interest.target);
        } else {
            set.change(interest, events);
        }
        return 0;
    }

    static int wait(int poll, long address, int most, int millis) throws IOException {
        Entry found = Table.get(poll);
        if (!(found instanceof Poll)) {
            throw Errno.io(Errno.EINVAL);
        }
        if (found.poll(Entry.IN, millis) == 0) {
            return 0;
        }
        return tell((Poll) found, address, most);
    }

    private static int tell(Poll set, long address, int most) {
        byte[] event = new byte[EVENT_BYTES];
        int count = 0;
        for (Interest interest = set.first(); interest != null && count < most; interest = interest.nextOfPoll) {
            int ready = Poll.ready(interest);
            if (ready == 0) {
                continue;
            }
            if ((interest.events & Poll.ONE_SHOT) != 0) {
                interest.events = Poll.ONE_SHOT;
            }
            put(event, 0, ready);
            put(event, 4, interest.number);
            put(event, 8, 0);
            Host.store(address + (long) count * EVENT_BYTES, event, 0, EVENT_BYTES);
            count++;
        }
        return count;
    }

    private static void put(byte[] bytes, int at, int value) {
        for (int i = 0; i < 4; i++) {
            bytes[at + i] = (byte) (value >> 8 * i);
        }
    }
}
