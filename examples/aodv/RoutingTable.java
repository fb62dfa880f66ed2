/** Routes of a node, one for each destination, in the order of these: tables with the same routes are the same. */
final class RoutingTable {
    private Route first;

    Route find(int destination) {
        for (Route at = first; at != null; at = at.next) {
            if (at.destination == destination) {
                return at;
            }
        }
        return null;
    }

    boolean hasValid(int destination) {
        Route route = find(destination);
        return route != null && route.isValid();
    }

    int sequenceOf(int destination) {
        Route route = find(destination);
        return route == null ? Route.UNKNOWN : route.sequence;
    }

    /** In the place of the route to the same destination, if there is one. */
    void put(Route route) {
        remove(route.destination);
        Route before = null;
        Route at = first;
        while (at != null && at.destination < route.destination) {
            before = at;
            at = at.next;
        }
        route.next = at;
        if (before == null) {
            first = route;
        } else {
            before.next = route;
        }
    }

    void remove(int destination) {
        Route before = null;
        for (Route at = first; at != null; at = at.next) {
            if (at.destination == destination) {
                if (before == null) {
                    first = at.next;
                } else {
                    before.next = at.next;
                }
                return;
            }
            before = at;
        }
    }

    void invalidate(int destination, boolean grows) {
        Route route = find(destination);
        if (route != null && route.isValid()) {
            route.invalidate(grows);
        }
    }

    /** All routes whose next hop is this node. */
    void invalidateThrough(int address) {
        for (Route at = first; at != null; at = at.next) {
            if (at.isValid() && at.nextHop == address) {
                at.invalidate(true);
            }
        }
    }

    void clear() {
        first = null;
    }

    Route first() {
        return first;
    }
}
