package jaywalk.kernel;

/** What epoll_create gives: descriptors that are watched together. */
final class Poll extends Entry {
    static final int ONE_SHOT = 1 << 30;

    private Interest first;

    @Override
    int events() {
        for (Interest interest = first; interest != null; interest = interest.nextOfPoll) {
            if (ready(interest) != 0) {
                return IN;
            }
        }
        return 0;
    }

    @Override
    int readKind() {
        return Waiter.CHANNEL;
    }

    static int ready(Interest interest) {
        int wanted = interest.events & ~ONE_SHOT;
        return wanted == 0 && interest.events != 0 ? 0 : interest.target.events() & (wanted | ERR | HUP);
    }

    Interest find(int number) {
        Interest interest = first;
        while (interest != null && interest.number != number) {
            interest = interest.nextOfPoll;
        }
        return interest;
    }

    /** In the order in which they came. */
    void add(int number, Entry target, int events) {
        Interest added = new Interest(this, target, number, events);
        if (first == null) {
            first = added;
        } else {
            Interest last = first;
            while (last.nextOfPoll != null) {
                last = last.nextOfPoll;
            }
            last.nextOfPoll = added;
        }
        target.watchedBy(added);
        wakeAll();
    }

    void change(Interest interest, int events) {
        interest.events = events;
        wakeAll();
    }

    void forget(Entry target) {
        Interest before = null;
        for (Interest interest = first; interest != null; interest = interest.nextOfPoll) {
            if (interest.target != target) {
                before = interest;
            } else if (before == null) {
                first = interest.nextOfPoll;
            } else {
                before.nextOfPoll = interest.nextOfPoll;
            }
        }
        target.notWatchedBy(this);
    }

    Interest first() {
        return first;
    }

    @Override
    void close() {
        while (first != null) {
            forget(first.target);
        }
        super.close();
    }
}
