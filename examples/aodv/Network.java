/** Nodes in a chain, each of which hears the one before and the one behind it, and what is on its way between them. */
final class Network {
    private final Node[] nodes;
    final PacketQueue queue = new PacketQueue();
    /** One of {@link Errors}. */
    final int error;

    Network(int count, int error) {
        this.error = error;
        nodes = new Node[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = new Node(this, i);
        }
    }

    Node node(int address) {
        return nodes[address];
    }

    int size() {
        return nodes.length;
    }

    /** Routes are looked for to the last node alone. */
    int destination() {
        return nodes.length - 1;
    }

    /** Sends a packet to everybody who hears the sender. Who asked first would take no notice of it. */
    void broadcast(int sender, Packet packet) {
        for (int i = 0; i < nodes.length; i++) {
            if ((i == sender - 1 || i == sender + 1) && i != packet.origin) {
                queue.add(packet.copy(sender, i));
            }
        }
    }

    void unicast(int sender, int receiver, Packet packet) {
        queue.add(packet.copy(sender, receiver));
    }

    /**
     * A node crashes and comes back. It waits, before it takes part again, for as long as anybody could use a route that leads through it: until
     * these have timed out, and what it has sent or was to receive is gone.
     */
    void restart(int address) {
        nodes[address].forget();
        if (error == Errors.HASTY) {
            return;
        }
        queue.dropOf(address);
        for (int i = 0; i < nodes.length; i++) {
            nodes[i].table.invalidateThrough(address);
        }
    }
}
