package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** The natives of sun.nio.ch.IOUtil that touch what is open. */
final class IOUtil {
    private IOUtil() {}

    /** Both numbers in one: that for reading above. */
    static long makePipe(boolean blocking) {
        Pipe reader = Pipe.make();
        Pipe writer = reader.peer();
        reader.nonBlocking = !blocking;
        writer.nonBlocking = !blocking;
        long number = Table.add(reader);
        return number << 32 | Table.add(writer);
    }

    static int write1(int number, byte value) throws IOException {
        return Transfer.put(Table.get(number), new byte[] {value});
    }

    /** True if there was something. */
    static boolean drain(int number) throws IOException {
        Entry entry = Table.get(number);
        boolean any = false;
        byte[] bytes = entry.read(Integer.MAX_VALUE);
        while (bytes != null && bytes.length > 0) {
            any = true;
            bytes = entry.read(Integer.MAX_VALUE);
        }
        return any;
    }

    static int drain1(int number) throws IOException {
        byte[] bytes = Table.get(number).read(1);
        return bytes == null ? Entry.UNAVAILABLE : bytes.length;
    }

    static void configureBlocking(FileDescriptor fd, boolean blocking) throws IOException {
        Table.get(fd).nonBlocking = !blocking;
    }
}
