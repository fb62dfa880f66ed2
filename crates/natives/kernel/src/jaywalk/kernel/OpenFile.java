package jaywalk.kernel;

import java.io.IOException;

/** A file that is open: where in it the next byte is read or written. */
final class OpenFile extends Entry {
    final Node node;
    final String path;
    private final int flags;
    long position;

    OpenFile(Node node, String path, int flags) {
        this.node = node;
        this.path = path;
        this.flags = flags;
    }

    static OpenFile of(int number) throws IOException {
        Entry entry = Table.get(number);
        if (entry instanceof OpenFile) {
            return (OpenFile) entry;
        }
        throw Errno.io(Errno.EINVAL);
    }

    static OpenFile of(java.io.FileDescriptor descriptor) throws IOException {
        return of(Host.number(descriptor));
    }

    /** The file of a stream, which has its descriptor in a field. */
    static OpenFile of(Object stream) throws IOException {
        return of(Host.descriptor(stream));
    }

    @Override
    int events() {
        return IN | OUT;
    }

    @Override
    byte[] read(int most) throws IOException {
        byte[] bytes = readAt(position, most);
        position += bytes.length;
        return bytes;
    }

    byte[] readAt(long from, int most) throws IOException {
        if ((flags & Layer.WRITE_ONLY) != 0) {
            throw Errno.io(Errno.EBADF);
        }
        if (node.isFolder()) {
            throw Errno.io(Errno.EISDIR);
        }
        return node.read(from, most);
    }

    @Override
    int write(byte[] bytes) throws IOException {
        if ((flags & Layer.APPEND) != 0) {
            position = node.length();
        }
        writeAt(position, bytes);
        position += bytes.length;
        return bytes.length;
    }

    void writeAt(long at, byte[] bytes) throws IOException {
        if ((flags & (Layer.WRITE_ONLY | Layer.READ_WRITE)) == 0) {
            throw Errno.io(Errno.EBADF);
        }
        node.write(at, bytes);
    }

    void resize(long length) throws IOException {
        if ((flags & (Layer.WRITE_ONLY | Layer.READ_WRITE)) == 0 || length < 0) {
            throw Errno.io(Errno.EINVAL);
        }
        if (length > Integer.MAX_VALUE - 8) {
            throw Host.unsupported("a file of more than two gibibytes in memory");
        }
        node.resize((int) length);
    }

    @Override
    int available() {
        return (int) Math.max(0, node.length() - position);
    }
}
