package jaywalk.kernel;

import java.io.IOException;

/**
 * A socket for streams: new, listening, or one end of a connection. What is sent is at once with the other
 * end, as on a real loopback device.
 */
final class Tcp extends Socket {
    /** While it listens: how many connections may wait, and those that do, the oldest first. */
    private int backlog = -1;
    private Tcp pending;
    private Tcp nextPending;
    private int count;

    /** The other end, from the connection on; null again when that has been closed. */
    private Tcp peer;
    private boolean isConnected;
    private final Bytes in = new Bytes();
    /** The other end sends no more. */
    private boolean isEnded;
    private boolean isInShut;
    private boolean isOutShut;
    /** A connection that was begun without waiting has not been looked at yet. */
    private boolean isConnecting;

    @Override
    boolean isStream() {
        return true;
    }

    boolean isListening() {
        return backlog >= 0;
    }

    void listen(int backlog) throws IOException {
        if (port == 0) {
            bind(0, 0);
        }
        this.backlog = Math.max(backlog, 0);
    }

    // ---- connections

    /** 1, or UNAVAILABLE if it is under way. */
    int connect(int address, int port) throws IOException {
        int to = address == 0 ? LOOPBACK : address;
        if (isConnected) {
            throw Errno.socket(Errno.EISCONN);
        }
        if (isConnecting) {
            throw Errno.socket(Errno.EALREADY);
        }
        if (this.port == 0) {
            bind(to, 0);
        }
        Tcp listener = listener(to, port);
        while (listener != null && listener.count > listener.backlog) {
            if (nonBlocking) {
                throw Host.unsupported("a connection without waiting to a socket whose queue is full");
            }
            listener.block(Waiter.QUEUE, 0);
            if (isClosed) {
                return INTERRUPTED;
            }
            listener = listener(to, port);
        }
        if (listener == null && !nonBlocking) {
            throw Errno.socket(Errno.ECONNREFUSED);
        }
        if (this.address == 0) {
            this.address = to;
        }
        if (listener == null) {
            error = Errno.ECONNREFUSED;
        } else {
            remoteAddress = to;
            remotePort = port;
            listener.enqueue(this, to);
        }
        isConnecting = nonBlocking;
        changed();
        return nonBlocking ? UNAVAILABLE : 1;
    }

    private static Tcp listener(int address, int port) {
        Tcp found = (Tcp) Table.bound(true, address, port);
        return found != null && found.isListening() ? found : null;
    }

    /** Somebody connects: the other end waits to be accepted. */
    private void enqueue(Tcp client, int address) {
        Tcp end = new Tcp();
        end.isAccepted = true;
        end.address = address;
        end.port = port;
        end.remoteAddress = client.address;
        end.remotePort = client.port;
        end.join(client);
        client.join(end);
        if (pending == null) {
            pending = end;
        } else {
            Tcp last = pending;
            while (last.nextPending != null) {
                last = last.nextPending;
            }
            last.nextPending = end;
        }
        count++;
        changed();
    }

    private void join(Tcp other) {
        peer = other;
        isConnected = true;
    }

    /** The next connection; null if there is none. */
    Tcp accept() throws IOException {
        if (!isListening()) {
            throw Errno.socket(Errno.EINVAL);
        }
        Tcp end = pending;
        if (end != null) {
            pending = end.nextPending;
            end.nextPending = null;
            count--;
            changed();
        }
        return end;
    }

    /** True if the connection is there; the exception if it came to nothing. */
    boolean finishConnect(long millis) throws IOException {
        if ((poll(OUT, millis) & (OUT | ERR | HUP)) == 0) {
            return false;
        }
        isConnecting = false;
        int failed = takeError();
        if (failed != 0) {
            throw Errno.socket(failed);
        }
        return true;
    }

    // ---- bytes

    @Override
    int events() {
        if (isListening()) {
            return pending != null ? IN : 0;
        }
        int events = error != 0 ? ERR | IN | OUT : 0;
        if (!isConnected) {
            return events | (isConnecting ? 0 : OUT | HUP);
        }
        if (in.count() > 0 || isEnded || isInShut) {
            events |= IN;
        }
        if (isOutShut || peer == null || peer.in.room() > 0) {
            events |= OUT;
        }
        return isEnded && isOutShut ? events | HUP : events;
    }

    @Override
    byte[] read(int most) throws IOException {
        if (in.count() > 0) {
            byte[] bytes = in.take(most);
            if (peer != null) {
                peer.changed();
            }
            return bytes;
        }
        if (isEnded || isInShut) {
            return new byte[0];
        }
        int failed = takeError();
        if (failed == Errno.ECONNRESET) {
            isEnded = true;
            throw new sun.net.ConnectionResetException("Connection reset");
        }
        if (failed != 0 || !isConnected) {
            throw Errno.io(failed != 0 ? failed : Errno.ENOTCONN);
        }
        return null;
    }

    @Override
    int write(byte[] bytes) throws IOException {
        int failed = takeError();
        if (failed != 0) {
            throw Errno.io(failed);
        }
        if (isOutShut || !isConnected) {
            throw Errno.io(Errno.EPIPE);
        }
        if (peer == null) {
            // The other end has gone without a word: what is sent now is answered by a reset.
            isOutShut = true;
            return bytes.length;
        }
        int taken = peer.in.add(bytes);
        if (taken > 0) {
            peer.changed();
        }
        return taken;
    }

    @Override
    int available() {
        return in.count();
    }

    void shutdown(boolean reading, boolean writing) throws IOException {
        if (!isConnected) {
            throw Errno.socket(Errno.ENOTCONN);
        }
        if (reading) {
            isInShut = true;
        }
        if (writing && !isOutShut) {
            isOutShut = true;
            if (peer != null) {
                peer.isEnded = true;
                peer.changed();
            }
        }
        changed();
    }

    @Override
    void close() {
        for (Tcp end = pending; end != null; end = end.nextPending) {
            end.leave(true);
        }
        pending = null;
        count = 0;
        backlog = -1;
        boolean isReset = in.count() > 0 || option(Options.SOCKET_LEVEL, Options.LINGER) == 0;
        leave(isReset);
        in.clear();
        super.close();
    }

    /** The other end is told, by an end or by a reset. */
    private void leave(boolean isReset) {
        Tcp other = peer;
        peer = null;
        if (other == null) {
            return;
        }
        other.peer = null;
        if (isReset && !other.isEnded) {
            other.error = Errno.ECONNRESET;
            other.isOutShut = true;
        } else {
            other.isEnded = true;
        }
        other.changed();
    }
}
