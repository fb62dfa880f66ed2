package jaywalk.kernel;

/** What a selector wants to know of an entry. */
final class Interest {
    final Poll poll;
    final Entry target;
    final int number;
    int events;
    Interest nextOfPoll;
    Interest nextOfTarget;

    Interest(Poll poll, Entry target, int number, int events) {
        this.poll = poll;
        this.target = target;
        this.number = number;
        this.events = events;
    }
}
