package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** What the dispatchers of files and of all else have in common, for numbers that are the kernel's. */
final class Dispatcher {
    private Dispatcher() {}

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

    static void close0(FileDescriptor fd) {
        Table.close(Host.number(fd));
    }

    static void closeIntFD(int number) {
        Table.close(number);
    }

    /** The number stays taken, by something that has ended: nobody else gets it while calls are under way. */
    static void preClose0(FileDescriptor fd) {
        Table.replace(Host.number(fd), new Ended());
    }
}
