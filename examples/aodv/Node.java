/** A node: what it knows of routes, and how it answers packets. */
final class Node {
    private final Network network;
    private final int address;
    /** Grows whenever the node says something about routes to itself: what is said later counts. */
    private int sequence;
    /** Numbers its requests. */
    private int broadcast;
    final BroadcastCache cache = new BroadcastCache();
    final RoutingTable table = new RoutingTable();

    Node(Network network, int address) {
        this.network = network;
        this.address = address;
    }

    int sequence() {
        return sequence;
    }

    /** After a crash there is nothing left. */
    void forget() {
        sequence = 0;
        broadcast = 0;
        cache.clear();
        table.clear();
    }

    void routeTimesOut(int destination) {
        if (network.error == Errors.DELETES) {
            table.remove(destination);
        } else {
            table.invalidate(destination, network.error != Errors.KEEPS);
        }
    }

    /** Asks everybody around for a route. */
    void request(int destination) {
        Route known = table.find(destination);
        if (known == null) {
            table.put(Route.unknown(destination));
        }
        sequence++;
        broadcast++;
        cache.add(address, broadcast);
        Packet request = Packet.request(address, sequence, broadcast, destination, table.sequenceOf(destination));
        network.broadcast(address, request);
    }

    void receive(Packet packet) {
        if (packet.kind == Packet.REQUEST) {
            receiveRequest(packet);
        } else {
            receiveReply(packet);
        }
    }

    private void receiveRequest(Packet packet) {
        if (cache.contains(packet.origin, packet.broadcast) || packet.origin == address) {
            return;
        }
        cache.add(packet.origin, packet.broadcast);
        // The way back to who asks.
        learn(packet.origin, packet.originSequence, packet.hops, packet.sender);
        if (packet.destination == address) {
            if (packet.destinationSequence > sequence) {
                sequence = packet.destinationSequence;
            }
            reply(packet, sequence, 0);
            return;
        }
        Route known = table.find(packet.destination);
        if (known != null && known.isValid() && known.sequence >= packet.destinationSequence) {
            reply(packet, known.sequence, known.hops);
            return;
        }
        Packet passed = packet.copy(address, address);
        passed.hops++;
        if (known != null && known.sequence > passed.destinationSequence) {
            passed.destinationSequence = known.sequence;
        }
        network.broadcast(address, passed);
    }

    /** Offers a route to who asks. */
    private void reply(Packet request, int destinationSequence, int hops) {
        Route back = table.find(request.origin);
        if (back != null && back.isValid()) {
            Packet reply = Packet.reply(request.origin, request.destination, destinationSequence, hops + 1);
            network.unicast(address, back.nextHop, reply);
        }
    }

    private void receiveReply(Packet packet) {
        learn(packet.destination, packet.destinationSequence, packet.hops, packet.sender);
        if (packet.origin == address) {
            return;
        }
        // It is passed on only by those who have such a route themselves.
        Route known = table.find(packet.destination);
        Route back = table.find(packet.origin);
        if (known != null && known.isValid() && back != null && back.isValid()) {
            Packet passed = Packet.reply(packet.origin, packet.destination, known.sequence, known.hops + 1);
            network.unicast(address, back.nextHop, passed);
        }
    }

    /** Takes a route that is offered if it is fresher than the known one, or as fresh and shorter. */
    private void learn(int destination, int offered, int hops, int nextHop) {
        if (destination == address) {
            return;
        }
        Route known = table.find(destination);
        boolean isBetter = known == null
                || offered > known.sequence
                || (offered == known.sequence && hops < known.hops);
        if (isBetter) {
            table.put(new Route(destination, nextHop, hops, offered));
        }
    }
}
