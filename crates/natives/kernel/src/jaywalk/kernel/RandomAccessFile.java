package jaywalk.kernel;

import java.io.IOException;

/** The natives of java.io.RandomAccessFile, for files of the layer. */
final class RandomAccessFile {
    /** Its own constant for a mode that writes. */
    private static final int READ_WRITE = 2;

    private RandomAccessFile() {}

    static void open0(Object self, String path, int mode) throws Exception {
        FileStream.open(self, path, (mode & READ_WRITE) != 0 ? Layer.READ_WRITE | Layer.CREATE : 0);
    }

    static int read0(Object self) throws IOException {
        return FileStream.read(self);
    }

    static int readBytes(Object self, byte[] into, int at, int count) throws IOException {
        return FileStream.read(self, into, at, count);
    }

    static int readBytes0(Object self, byte[] into, int at, int count) throws IOException {
        return FileStream.read(self, into, at, count);
    }

    static void write0(Object self, int value) throws IOException {
        FileStream.write(self, value);
    }

    static void writeBytes(Object self, byte[] from, int at, int count) throws IOException {
        FileStream.write(self, from, at, count);
    }

    static void writeBytes0(Object self, byte[] from, int at, int count) throws IOException {
        FileStream.write(self, from, at, count);
    }

    static long getFilePointer(Object self) throws IOException {
        return OpenFile.of(self).position;
    }

    static void seek0(Object self, long position) throws IOException {
        if (position < 0) {
            throw new IOException("Negative seek offset");
        }
        OpenFile.of(self).position = position;
    }

    static long length(Object self) throws IOException {
        return OpenFile.of(self).node.length();
    }

    static long length0(Object self) throws IOException {
        return length(self);
    }

    static void setLength(Object self, long length) throws IOException {
        OpenFile file = OpenFile.of(self);
        file.resize(length);
        file.position = Math.min(file.position, length);
    }

    static void setLength0(Object self, long length) throws IOException {
        setLength(self, length);
    }
}
