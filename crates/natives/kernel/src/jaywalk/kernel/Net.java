package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The natives of sun.nio.ch.Net. */
final class Net {
    private static final int SHUT_READING = 0;
    private static final int SHUT_WRITING = 1;

    private Net() {}

    static int socket0(boolean preferIPv6, boolean isStream, boolean reuse, boolean fastLoopback) {
        Socket socket = isStream ? new Tcp() : new Udp();
        if (reuse) {
            socket.setOption(Options.SOCKET_LEVEL, Options.REUSE_ADDRESS, 1);
        }
        return Table.add(socket);
    }

    static void bind0(FileDescriptor fd, boolean preferIPv6, boolean exclusive, InetAddress address, int port)
            throws IOException {
        Table.socket(fd).bind(Socket.inside(address), port);
    }

    static void listen(FileDescriptor fd, int backlog) throws IOException {
        Table.tcp(fd).listen(backlog);
    }

    static int connect0(boolean preferIPv6, FileDescriptor fd, InetAddress remote, int port) throws IOException {
        Socket socket = Table.socket(fd);
        int address = Socket.inside(remote);
        if (socket instanceof Tcp) {
            return ((Tcp) socket).connect(address, port);
        }
        ((Udp) socket).connect(address, port);
        return 1;
    }

    static int accept(FileDescriptor fd, FileDescriptor made, InetSocketAddress[] from) throws IOException {
        Tcp listener = Table.tcp(fd);
        Tcp end = listener.accept();
        while (end == null) {
            if (listener.nonBlocking) {
                return Entry.UNAVAILABLE;
            }
            listener.block(Waiter.CONNECTION, 0);
            if (listener.isClosed) {
                return Entry.INTERRUPTED;
            }
            end = listener.accept();
        }
        Host.setNumber(made, Table.add(end));
        from[0] = new InetSocketAddress(Socket.inet(end.remoteAddress), end.remotePort);
        return 1;
    }

    static void shutdown(FileDescriptor fd, int how) throws IOException {
        Table.tcp(fd).shutdown(how != SHUT_WRITING, how != SHUT_READING);
    }

    static int localPort(FileDescriptor fd) throws IOException {
        return Table.socket(fd).port;
    }

    static InetAddress localInetAddress(FileDescriptor fd) throws IOException {
        return Socket.inet(Table.socket(fd).address);
    }

    static int remotePort(FileDescriptor fd) throws IOException {
        return Table.socket(fd).remotePort;
    }

    static InetAddress remoteInetAddress(FileDescriptor fd) throws IOException {
        return Socket.inet(Table.socket(fd).remoteAddress);
    }

    static int getIntOption0(FileDescriptor fd, boolean convert, int level, int name) throws IOException {
        return Table.socket(fd).option(level, name);
    }

    static void setIntOption0(FileDescriptor fd, boolean convert, int level, int name, int value, boolean isIPv6)
            throws IOException {
        Table.socket(fd).setOption(level, name, value);
    }

    static int poll(FileDescriptor fd, int events, long millis) throws IOException {
        Entry entry = Table.find(Host.number(fd));
        if (entry == null) {
            throw Errno.socket(Errno.EBADF);
        }
        return entry.poll(events, millis);
    }

    static boolean pollConnect(FileDescriptor fd, long millis) throws IOException {
        return Table.tcp(fd).finishConnect(millis);
    }

    static int available(FileDescriptor fd) throws IOException {
        return Table.socket(fd).available();
    }

    static int sendOOB(FileDescriptor fd, byte data) throws IOException {
        throw Host.unsupported("urgent data on a socket");
    }

    static boolean discardOOB(FileDescriptor fd) {
        return false;
    }
}
