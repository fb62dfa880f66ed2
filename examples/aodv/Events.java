/** What the world around the nodes may do to them, and when. */
final class Events {
    /** A node's route to the destination has not been used for too long. */
    static final int ROUTE_TIMEOUT = 0;
    /** A node wants to send something to the destination. */
    static final int REQUEST = 1;
    /** The oldest packet that is on its way to a node arrives. */
    static final int DELIVERY = 2;
    /** A node forgets which requests it has seen. */
    static final int CACHE_TIMEOUT = 3;
    /** A node crashes and comes back with nothing. */
    static final int RESTART = 4;
    /** The oldest packet that is on its way to a node is lost. */
    static final int LOSS = 5;
    static final int COUNT = 6;

    private Events() {}

    /** The guard of an event. */
    static boolean isEnabled(Network network, int event, int address) {
        Node node = network.node(address);
        switch (event) {
            case ROUTE_TIMEOUT:
                return node.table.hasValid(network.destination());
            case REQUEST:
                return address != network.destination() && !node.table.hasValid(network.destination());
            case DELIVERY:
            case LOSS:
                return network.queue.hasFor(address);
            case CACHE_TIMEOUT:
                return !node.cache.isEmpty();
            default:
                return true;
        }
    }

    static void happen(Network network, int event, int address) {
        Node node = network.node(address);
        switch (event) {
            case ROUTE_TIMEOUT:
                node.routeTimesOut(network.destination());
                break;
            case REQUEST:
                node.request(network.destination());
                break;
            case DELIVERY:
                node.receive(network.queue.takeFor(address));
                break;
            case CACHE_TIMEOUT:
                node.cache.clear();
                break;
            case RESTART:
                network.restart(address);
                break;
            default:
                network.queue.takeFor(address);
                break;
        }
    }
}
