package jaywalk.kernel;

import java.io.IOException;

/** A socket for datagrams. */
final class Udp extends Socket {
    /** The longest datagram that IPv4 can carry. */
    private static final int LONGEST = 65507;
    /** What can wait to be received; more is lost, as on a real device. */
    private static final int MOST = 256;

    private Datagram first;
    private int count;

    static final class Datagram {
        final byte[] bytes;
        final int address;
        final int port;
        private Datagram next;

        Datagram(byte[] bytes, int address, int port) {
            this.bytes = bytes;
            this.address = address;
            this.port = port;
        }
    }

    @Override
    boolean isStream() {
        return false;
    }

    @Override
    int readKind() {
        return Waiter.DATAGRAM;
    }

    @Override
    int events() {
        return OUT | (first != null ? IN : 0) | (error != 0 ? ERR : 0);
    }

    void connect(int address, int port) throws IOException {
        int to = address == 0 ? LOOPBACK : address;
        if (this.port == 0) {
            bind(to, 0);
        }
        if (this.address == 0) {
            this.address = to;
        }
        remoteAddress = to;
        remotePort = port;
    }

    void disconnect() {
        remoteAddress = 0;
        remotePort = 0;
    }

    boolean isConnected() {
        return remotePort != 0;
    }

    /** To where it is connected if the port is 0. */
    int send(byte[] bytes, int address, int port) throws IOException {
        int to = port == 0 ? remoteAddress : address == 0 ? LOOPBACK : address;
        int toPort = port == 0 ? remotePort : port;
        int failed = takeError();
        if (failed != 0) {
            throw Errno.datagram(failed);
        }
        if (toPort == 0) {
            throw Errno.socket(port == 0 && !isConnected() ? Errno.EDESTADDRREQ : Errno.EINVAL);
        }
        if (bytes.length > LONGEST) {
            throw Errno.socket(Errno.EMSGSIZE);
        }
        if (this.port == 0) {
            bind(0, 0);
        }
        Udp target = (Udp) Table.bound(false, to, toPort);
        int from = this.address == 0 ? LOOPBACK : this.address;
        if (target != null && target.takes(from, this.port)) {
            target.add(new Datagram(bytes, from, this.port));
        } else if (target == null && isConnected()) {
            error = Errno.ECONNREFUSED;
            changed();
        }
        return bytes.length;
    }

    /** A connected socket gets nothing from others. */
    private boolean takes(int from, int fromPort) {
        boolean isFromPeer = remoteAddress == from && remotePort == fromPort;
        return count < MOST && (!isConnected() || isFromPeer);
    }

    private void add(Datagram datagram) {
        if (first == null) {
            first = datagram;
        } else {
            Datagram last = first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = datagram;
        }
        count++;
        changed();
    }

    /** Null if there is none yet. */
    Datagram receive() throws IOException {
        Datagram datagram = first;
        if (datagram == null) {
            int failed = takeError();
            if (failed != 0) {
                throw Errno.datagram(failed);
            }
            return null;
        }
        first = datagram.next;
        datagram.next = null;
        count--;
        return datagram;
    }

    @Override
    byte[] read(int most) throws IOException {
        Datagram datagram = receive();
        return datagram == null ? null : datagram.bytes;
    }

    @Override
    int write(byte[] bytes) throws IOException {
        return send(bytes, 0, 0);
    }

    @Override
    int available() {
        return first == null ? 0 : first.bytes.length;
    }
}
