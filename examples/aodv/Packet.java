/** A packet: a request for a route (RREQ), or a reply that offers one (RREP). */
final class Packet {
    static final int REQUEST = 0;
    static final int REPLY = 1;

    final int kind;
    /** Who asks. */
    final int origin;
    /** How fresh the way back is that a request makes; 0 in a reply. */
    final int originSequence;
    /** The number of the request, by which repetitions are known; 0 in a reply. */
    final int broadcast;
    final int destination;
    /** In a request how fresh a route must be at least, in a reply how fresh it is. */
    int destinationSequence;
    /** In a request from who asks to who receives it, in a reply from there to the destination. */
    int hops;
    /** Who has sent it last, and to whom. */
    final int sender;
    final int receiver;
    /** The packet that was sent next. */
    Packet next;

    private Packet(
            int kind,
            int origin,
            int originSequence,
            int broadcast,
            int destination,
            int destinationSequence,
            int hops,
            int sender,
            int receiver) {
        this.kind = kind;
        this.origin = origin;
        this.originSequence = originSequence;
        this.broadcast = broadcast;
        this.destination = destination;
        this.destinationSequence = destinationSequence;
        this.hops = hops;
        this.sender = sender;
        this.receiver = receiver;
    }

    static Packet request(int origin, int originSequence, int broadcast, int destination, int destinationSequence) {
        return new Packet(REQUEST, origin, originSequence, broadcast, destination, destinationSequence, 1, origin, origin);
    }

    static Packet reply(int origin, int destination, int destinationSequence, int hops) {
        return new Packet(REPLY, origin, 0, 0, destination, destinationSequence, hops, destination, destination);
    }

    Packet copy(int sender, int receiver) {
        return new Packet(
                kind, origin, originSequence, broadcast, destination, destinationSequence, hops, sender, receiver);
    }
}
