package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** The numbers of descriptors. One slot is one object, so that calls on different ones have nothing in common. */
final class Table {
    /** Numbers below are standard streams, and files that are read where they are. */
    static final int FIRST = 1 << 20;

    private static final Slot FIRST_SLOT = new Slot(FIRST);

    private Table() {}

    private static final class Slot {
        final int number;
        Entry entry;
        Slot next;

        Slot(int number) {
            this.number = number;
        }
    }

    /** The lowest free number, which stands for the entry from now on. */
    static int add(Entry entry) {
        Slot slot = FIRST_SLOT;
        while (slot.entry != null) {
            if (slot.next == null) {
                slot.next = new Slot(slot.number + 1);
            }
            slot = slot.next;
        }
        slot.entry = entry;
        return slot.number;
    }

    private static Slot slot(int number) {
        for (Slot slot = FIRST_SLOT; slot != null; slot = slot.next) {
            if (slot.number == number) {
                return slot;
            }
        }
        return null;
    }

    /** Null if the number stands for nothing. */
    static Entry find(int number) {
        Slot slot = slot(number);
        return slot == null ? null : slot.entry;
    }

    static Entry get(int number) throws IOException {
        Entry entry = find(number);
        if (entry == null) {
            throw Errno.io(Errno.EBADF);
        }
        return entry;
    }

    static Entry get(FileDescriptor descriptor) throws IOException {
        return get(Host.number(descriptor));
    }

    /** A socket, or the exception that natives of sockets throw. */
    static Socket socket(FileDescriptor descriptor) throws IOException {
        Entry entry = find(Host.number(descriptor));
        if (entry instanceof Socket) {
            return (Socket) entry;
        }
        throw Errno.socket(Errno.EBADF);
    }

    static Tcp tcp(FileDescriptor descriptor) throws IOException {
        Socket socket = socket(descriptor);
        if (socket instanceof Tcp) {
            return (Tcp) socket;
        }
        throw Errno.socket(Errno.EOPNOTSUPP);
    }

    /** The number stands for something else from now on, as with dup2. */
    static void replace(int number, Entry entry) {
        Slot slot = slot(number);
        if (slot == null || slot.entry == null) {
            return;
        }
        Entry old = slot.entry;
        slot.entry = entry;
        old.leavePolls();
        old.close();
    }

    static void close(int number) {
        replace(number, null);
    }


    /** A socket of this kind whose local port is this one, and whose address would be in the way of another. */
    static Socket bound(boolean isStream, int address, int port) {
        for (Slot slot = FIRST_SLOT; slot != null; slot = slot.next) {
            if (slot.entry instanceof Socket) {
                Socket socket = (Socket) slot.entry;
                boolean isSame = socket.address == address || socket.address == 0 || address == 0;
                if (socket.isStream() == isStream && socket.port == port && isSame && !socket.isAccepted) {
                    return socket;
                }
            }
        }
        return null;
    }
}
