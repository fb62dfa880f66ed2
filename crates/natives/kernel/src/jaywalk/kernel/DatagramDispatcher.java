package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** The natives of sun.nio.ch.DatagramDispatcher, for sockets that are connected. */
final class DatagramDispatcher {
    private DatagramDispatcher() {}

    static int read0(FileDescriptor fd, long address, int count) throws IOException {
        return DatagramChannelImpl.receive0(fd, address, count, 0, true);
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

    static void dup0(FileDescriptor from, FileDescriptor to) throws IOException {
        DatagramChannelImpl.rebind(from, to);
    }
}
