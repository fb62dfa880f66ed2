/** An entry of a routing table. Sequence numbers tell how fresh it is; an invalid one is kept for its number. */
final class Route {
    /** As many hops as no route has. */
    static final int INFINITE = 1000;
    /** Less than all sequence numbers. */
    static final int UNKNOWN = -1;

    final int destination;
    int nextHop;
    int hops;
    int sequence;
    /** The entry for the next greater destination. */
    Route next;

    Route(int destination, int nextHop, int hops, int sequence) {
        this.destination = destination;
        this.nextHop = nextHop;
        this.hops = hops;
        this.sequence = sequence;
    }

    /** What a node has that asks for a route for the first time. */
    static Route unknown(int destination) {
        return new Route(destination, -1, INFINITE, UNKNOWN);
    }

    boolean isValid() {
        return hops < INFINITE;
    }

    /** The route is not to be used any more. Nothing as old as it may be learnt after that. */
    void invalidate(boolean grows) {
        nextHop = -1;
        hops = INFINITE;
        if (grows) {
            sequence++;
        }
    }
}
