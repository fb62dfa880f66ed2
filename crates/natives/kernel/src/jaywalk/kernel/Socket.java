package jaywalk.kernel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;

/** What sockets of all kinds have. Addresses are of IPv4, as numbers; 0 is any. */
abstract class Socket extends Entry {
    static final int LOOPBACK = 127 << 24 | 1;
    /** The first port that is given to who asks for none. */
    private static final int FIRST_EPHEMERAL = 49152;
    private static final int LAST_PORT = 65535;

    int address;
    int port;
    int remoteAddress;
    int remotePort;
    /** It came of a connection to a socket that listens, whose port it has. */
    boolean isAccepted;
    /** An error that the next call tells. */
    int error;
    private Option options;

    private static final class Option {
        final int level;
        final int name;
        int value;
        final Option next;

        Option(int level, int name, Option next) {
            this.level = level;
            this.name = name;
            this.next = next;
        }
    }

    abstract boolean isStream();

    @Override
    int port() {
        return port;
    }

    final void setOption(int level, int name, int value) {
        for (Option option = options; option != null; option = option.next) {
            if (option.level == level && option.name == name) {
                option.value = value;
                return;
            }
        }
        options = new Option(level, name, options);
        options.value = value;
    }

    final int option(int level, int name) {
        for (Option option = options; option != null; option = option.next) {
            if (option.level == level && option.name == name) {
                return option.value;
            }
        }
        return Options.initial(level, name);
    }

    /** Tells of an error once. */
    final int takeError() {
        int was = error;
        error = 0;
        return was;
    }

    final void bind(int address, int port) throws IOException {
        if (this.port != 0) {
            throw Errno.socket(Errno.EINVAL);
        }
        int chosen = port;
        if (port == 0) {
            chosen = freePort(address);
        } else if (Table.bound(isStream(), address, port) != null) {
            throw Errno.socket(Errno.EADDRINUSE);
        }
        this.address = address;
        this.port = chosen;
    }

    private int freePort(int address) throws IOException {
        for (int port = FIRST_EPHEMERAL; port <= LAST_PORT; port++) {
            if (Table.bound(isStream(), 0, port) == null) {
                return port;
            }
        }
        throw Errno.socket(Errno.EADDRINUSE);
    }

    static boolean isLoopback(int address) {
        return address >>> 24 == 127;
    }

    /** The number of an address that is inside of the machine; everything else is refused. */
    static int inside(InetAddress address) throws IOException {
        byte[] bytes = address.getAddress();
        int number = bytes.length == 4 ? number(bytes) : mapped(bytes);
        if (number == 0 || isLoopback(number)) {
            return number;
        }
        throw refused(address);
    }

    private static SocketException refused(InetAddress address) {
        return (SocketException) Host.refusal(address.getHostAddress());
    }

    /** An address of IPv6 that stands for one of IPv4; -1 if it does not. */
    private static int mapped(byte[] bytes) {
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return -1;
            }
        }
        boolean isAny = bytes[10] == 0 && bytes[11] == 0;
        boolean isMapped = bytes[10] == -1 && bytes[11] == -1;
        int last = number(new byte[] {bytes[12], bytes[13], bytes[14], bytes[15]});
        if (isAny && last == 0) {
            return 0;
        }
        return isMapped ? last : isAny && last == 1 ? LOOPBACK : -1;
    }

    static int number(byte[] bytes) {
        return (bytes[0] & 255) << 24 | (bytes[1] & 255) << 16 | (bytes[2] & 255) << 8 | bytes[3] & 255;
    }

    static InetAddress inet(int address) throws IOException {
        byte[] bytes = {(byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address};
        return InetAddress.getByAddress(bytes);
    }
}
