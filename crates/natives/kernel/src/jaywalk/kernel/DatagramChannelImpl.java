package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** The natives of sun.nio.ch.DatagramChannelImpl. Addresses go as Linux's sockaddr_in. */
final class DatagramChannelImpl {
    private static final int ADDRESS_BYTES = 16;
    private static final int FAMILY = 2;

    private DatagramChannelImpl() {}

    static void disconnect0(FileDescriptor fd, boolean isIPv6) throws IOException {
        udp(fd).disconnect();
    }

    private static Udp udp(FileDescriptor fd) throws IOException {
        Socket socket = Table.socket(fd);
        if (socket instanceof Udp) {
            return (Udp) socket;
        }
        throw Errno.socket(Errno.EOPNOTSUPP);
    }

    static int receive0(FileDescriptor fd, long address, int count, long sender, boolean connected)
            throws IOException {
        Udp socket = udp(fd);
        Udp.Datagram datagram = socket.receive();
        while (datagram == null) {
            if (socket.nonBlocking) {
                return Entry.UNAVAILABLE;
            }
            socket.block(Waiter.DATAGRAM, 0);
            if (socket.isClosed) {
                return Entry.INTERRUPTED;
            }
            datagram = socket.receive();
        }
        int taken = Math.min(count, datagram.bytes.length);
        Host.store(address, datagram.bytes, 0, taken);
        if (sender != 0) {
            Host.store(sender, encode(datagram.address, datagram.port), 0, ADDRESS_BYTES);
        }
        return taken;
    }

    static int send0(FileDescriptor fd, long address, int count, long target, int length) throws IOException {
        Udp socket = udp(fd);
        byte[] to = target == 0 ? new byte[ADDRESS_BYTES] : Host.load(target, ADDRESS_BYTES);
        int port = (to[2] & 255) << 8 | to[3] & 255;
        int host = Socket.number(new byte[] {to[4], to[5], to[6], to[7]});
        if (target != 0) {
            host = Socket.inside(Socket.inet(host));
        }
        return socket.send(Host.load(address, count), host, port);
    }

    private static byte[] encode(int address, int port) {
        byte[] bytes = new byte[ADDRESS_BYTES];
        bytes[0] = FAMILY;
        bytes[2] = (byte) (port >> 8);
        bytes[3] = (byte) port;
        for (int i = 0; i < 4; i++) {
            bytes[4 + i] = (byte) (address >> 24 - 8 * i);
        }
        return bytes;
    }

    /** What one number stands for, another does from now on. */
    static void rebind(FileDescriptor from, FileDescriptor to) throws IOException {
        Table.replace(Host.number(to), Table.get(from));
    }
}
