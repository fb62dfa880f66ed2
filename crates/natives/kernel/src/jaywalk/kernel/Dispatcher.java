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

    static int pread0(FileDescriptor fd, long address, int count, long position) throws IOException {
        byte[] bytes = OpenFile.of(fd).readAt(position, count);
        int answer = Transfer.answer(bytes, count);
        if (answer > 0) {
            Host.store(address, bytes, 0, answer);
        }
        return answer;
    }

    static int pwrite0(FileDescriptor fd, long address, int count, long position) throws IOException {
        OpenFile.of(fd).writeAt(position, Host.load(address, count));
        return count;
    }

    /** A negative position only asks. */
    static long seek0(FileDescriptor fd, long position) throws IOException {
        OpenFile file = OpenFile.of(fd);
        if (position >= 0) {
            file.position = position;
        }
        return file.position;
    }

    static long size0(FileDescriptor fd) throws IOException {
        return OpenFile.of(fd).node.length();
    }

    static int truncate0(FileDescriptor fd, long length) throws IOException {
        OpenFile.of(fd).resize(length);
        return 0;
    }

    static int available0(FileDescriptor fd) throws IOException {
        return OpenFile.of(fd).available();
    }

    static boolean isOther0(FileDescriptor fd) {
        return false;
    }

    /** For reading it is a copy, good as long as nobody writes the file. */
    static long map0(FileDescriptor fd, int how, long position, long length, boolean sync) throws IOException {
        if (how != 0) {
            throw Host.unsupported("a file in memory that is mapped for writing");
        }
        return Host.map(OpenFile.of(fd).readAt(position, (int) length), length);
    }

    /** The number stays taken, by something that has ended: nobody else gets it while calls are under way. */
    static void preClose0(FileDescriptor fd) {
        Table.replace(Host.number(fd), new Ended());
    }
}
