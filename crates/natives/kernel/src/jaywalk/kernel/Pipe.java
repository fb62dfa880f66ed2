package jaywalk.kernel;

import java.io.IOException;

/** One end of a pipe. */
final class Pipe extends Entry {
    private final boolean isReader;
    private final Bytes bytes;
    private Pipe peer;

    private Pipe(boolean isReader, Bytes bytes) {
        this.isReader = isReader;
        this.bytes = bytes;
    }

    /** The end to read from, whose peer is the other. */
    static Pipe make() {
        Bytes bytes = new Bytes();
        Pipe reader = new Pipe(true, bytes);
        Pipe writer = new Pipe(false, bytes);
        reader.peer = writer;
        writer.peer = reader;
        return reader;
    }

    Pipe peer() {
        return peer;
    }

    @Override
    int events() {
        if (isReader) {
            return (bytes.count() > 0 ? IN : 0) | (peer == null ? HUP : 0);
        }
        return peer == null ? OUT | ERR : bytes.room() > 0 ? OUT : 0;
    }

    @Override
    byte[] read(int most) throws IOException {
        if (!isReader) {
            throw Errno.io(Errno.EBADF);
        }
        if (bytes.count() == 0) {
            return peer == null ? new byte[0] : null;
        }
        byte[] taken = bytes.take(most);
        if (peer != null) {
            peer.changed();
        }
        return taken;
    }

    @Override
    int write(byte[] data) throws IOException {
        if (isReader) {
            throw Errno.io(Errno.EBADF);
        }
        if (peer == null) {
            throw Errno.io(Errno.EPIPE);
        }
        int taken = bytes.add(data);
        if (taken > 0) {
            peer.changed();
        }
        return taken;
    }

    @Override
    int available() {
        return bytes.count();
    }

    @Override
    int readKind() {
        return Waiter.PIPE_BYTES;
    }

    @Override
    int writeKind() {
        return Waiter.PIPE_ROOM;
    }

    @Override
    void close() {
        Pipe other = peer;
        peer = null;
        if (other != null) {
            other.peer = null;
            other.changed();
        }
        super.close();
    }
}
