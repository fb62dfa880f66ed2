package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** The natives of sun.nio.ch.SocketDispatcher. */
final class SocketDispatcher {
    private SocketDispatcher() {}

    static int read0(FileDescriptor fd, long address, int count) throws IOException {
        return Transfer.read(fd, address, count);
    }

    static long readv0(FileDescriptor fd, long vector, int length) throws IOException {
        return Transfer.readScattered(fd, vector, length);
    }

    static int write0(FileDescriptor fd, long address, int count) throws IOException {
        return Transfer.write(fd, address, count);
    }

    static long writev0(FileDescriptor fd, long vector, int length) throws IOException {
        return Transfer.writeGathered(fd, vector, length);
    }
}
