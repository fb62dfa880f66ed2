/**
 * What must always hold: along a route either the sequence number grows at each hop, or it stays and fewer hops are left. Then no node comes twice on the way to a
 * destination.
 */
final class LoopFreedom {
    private LoopFreedom() {}

    static boolean holds(Network network) {
        int destination = network.destination();
        for (int i = 0; i < network.size(); i++) {
            Route route = network.node(i).table.find(destination);
            if (route != null && route.isValid() && !descends(network, route)) {
                return false;
            }
        }
        return true;
    }

    /** The next hop is nearer to the destination, or knows better. */
    private static boolean descends(Network network, Route route) {
        Route there = network.node(route.nextHop).table.find(route.destination);
        if (route.nextHop == route.destination || there == null || !there.isValid()) {
            // The way ends here.
            return true;
        }
        return route.sequence < there.sequence || (route.sequence == there.sequence && route.hops > there.hops);
    }
}
