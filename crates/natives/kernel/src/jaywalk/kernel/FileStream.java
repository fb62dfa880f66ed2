package jaywalk.kernel;

import java.io.IOException;

/** What the streams of java.io and RandomAccessFile have in common. */
final class FileStream {
    private FileStream() {}

    static void open(Object stream, String path, int flags) throws Exception {
        int number = Layer.open(Host.place(path), flags, 0666);
        if (number < 0) {
            throw Host.notFound(path, -number);
        }
        Entry entry = Table.get(number);
        if (((OpenFile) entry).node.isFolder()) {
            Table.close(number);
            throw Host.notFound(path, Errno.EISDIR);
        }
        Host.setNumber(Host.descriptor(stream), number);
    }

    static int read(Object stream) throws IOException {
        byte[] bytes = OpenFile.of(stream).read(1);
        return bytes.length == 0 ? -1 : bytes[0] & 255;
    }

    static int read(Object stream, byte[] into, int at, int count) throws IOException {
        check(into, at, count);
        if (count == 0) {
            return 0;
        }
        byte[] bytes = OpenFile.of(stream).read(count);
        System.arraycopy(bytes, 0, into, at, bytes.length);
        return bytes.length == 0 ? -1 : bytes.length;
    }

    static void write(Object stream, int value) throws IOException {
        OpenFile.of(stream).write(new byte[] {(byte) value});
    }

    static void write(Object stream, byte[] from, int at, int count) throws IOException {
        check(from, at, count);
        byte[] bytes = new byte[count];
        System.arraycopy(from, at, bytes, 0, count);
        OpenFile.of(stream).write(bytes);
    }

    private static void check(byte[] array, int at, int count) {
        if (at < 0 || count < 0 || array.length - at < count) {
            throw new IndexOutOfBoundsException();
        }
    }
}
