package jaywalk.kernel;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.PortUnreachableException;
import java.net.SocketException;

/** Numbers of errors on Linux, and what the JDK's natives make of them. */
final class Errno {
    static final int ENOENT = 2;
    static final int EBADF = 9;
    static final int EAGAIN = 11;
    static final int EACCES = 13;
    static final int EEXIST = 17;
    static final int ENOTDIR = 20;
    static final int EISDIR = 21;
    static final int EINVAL = 22;
    static final int EPIPE = 32;
    static final int ENOTEMPTY = 39;
    static final int EOPNOTSUPP = 95;
    static final int EMSGSIZE = 90;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ECONNRESET = 104;
    static final int EISCONN = 106;
    static final int ENOTCONN = 107;
    static final int ECONNREFUSED = 111;
    static final int EALREADY = 114;
    static final int EDESTADDRREQ = 89;

    private Errno() {}

    static String text(int number) {
        switch (number) {
            case EBADF: return "Bad file descriptor";
            case EAGAIN: return "Resource temporarily unavailable";
            case EISDIR: return "Is a directory";
            case EINVAL: return "Invalid argument";
            case EPIPE: return "Broken pipe";
            case EOPNOTSUPP: return "Operation not supported";
            case EMSGSIZE: return "Message too long";
            case EADDRINUSE: return "Address already in use";
            case EADDRNOTAVAIL: return "Cannot assign requested address";
            case ECONNRESET: return "Connection reset by peer";
            case EISCONN: return "Transport endpoint is already connected";
            case ENOTCONN: return "Transport endpoint is not connected";
            case ECONNREFUSED: return "Connection refused";
            case EALREADY: return "Operation already in progress";
            case EDESTADDRREQ: return "Destination address required";
            default: return "Error " + number;
        }
    }

    /** What comes of an error of reading or writing. */
    static IOException io(int number) {
        return new IOException(text(number));
    }

    /** What comes of an error of a call on sockets. */
    static SocketException socket(int number) {
        switch (number) {
            case ECONNREFUSED:
            case ENOTCONN: return new ConnectException(text(number));
            case EADDRINUSE:
            case EADDRNOTAVAIL: return new BindException(text(number));
            default: return new SocketException(text(number));
        }
    }

    /** What comes of an error on a connected datagram socket. */
    static IOException datagram(int number) {
        return number == ECONNREFUSED ? new PortUnreachableException() : socket(number);
    }
}
