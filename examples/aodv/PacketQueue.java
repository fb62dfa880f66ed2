/** Packets on their way, the oldest first. */
final class PacketQueue {
    private Packet first;

    void add(Packet packet) {
        if (first == null) {
            first = packet;
            return;
        }
        Packet last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = packet;
    }

    boolean hasFor(int receiver) {
        for (Packet at = first; at != null; at = at.next) {
            if (at.receiver == receiver) {
                return true;
            }
        }
        return false;
    }

    /** Takes the oldest packet to a node out. */
    Packet takeFor(int receiver) {
        Packet before = null;
        for (Packet at = first; at != null; at = at.next) {
            if (at.receiver == receiver) {
                remove(before, at);
                return at;
            }
            before = at;
        }
        throw new IllegalStateException("no packet is on its way there");
    }

    /** Everything that a node has sent or was to receive is lost. */
    void dropOf(int address) {
        Packet before = null;
        Packet at = first;
        while (at != null) {
            Packet next = at.next;
            if (at.sender == address || at.receiver == address) {
                remove(before, at);
            } else {
                before = at;
            }
            at = next;
        }
    }

    private void remove(Packet before, Packet packet) {
        if (before == null) {
            first = packet.next;
        } else {
            before.next = packet.next;
        }
        packet.next = null;
    }
}
