/** Requests that a node has seen, by who asked and the number: a repetition is not answered. In order, so that caches with the same requests are the same. */
final class BroadcastCache {
    private static final class Entry {
        final int origin;
        final int broadcast;
        Entry next;

        Entry(int origin, int broadcast, Entry next) {
            this.origin = origin;
            this.broadcast = broadcast;
            this.next = next;
        }

        boolean isBefore(int origin, int broadcast) {
            return this.origin < origin || (this.origin == origin && this.broadcast < broadcast);
        }
    }

    private Entry first;

    void add(int origin, int broadcast) {
        Entry before = null;
        Entry at = first;
        while (at != null && at.isBefore(origin, broadcast)) {
            before = at;
            at = at.next;
        }
        if (at != null && at.origin == origin && at.broadcast == broadcast) {
            return;
        }
        Entry entry = new Entry(origin, broadcast, at);
        if (before == null) {
            first = entry;
        } else {
            before.next = entry;
        }
    }

    boolean contains(int origin, int broadcast) {
        for (Entry at = first; at != null; at = at.next) {
            if (at.origin == origin && at.broadcast == broadcast) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return first == null;
    }

    void clear() {
        first = null;
    }
}
