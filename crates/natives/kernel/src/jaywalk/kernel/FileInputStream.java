package jaywalk.kernel;

import java.io.IOException;

/** The natives of java.io.FileInputStream, for files of the layer. */
final class FileInputStream {
    private FileInputStream() {}

    static void open0(Object self, String path) throws Exception {
        FileStream.open(self, path, 0);
    }

    static int read0(Object self) throws IOException {
        return FileStream.read(self);
    }

    static int readBytes(Object self, byte[] into, int at, int count) throws IOException {
        return FileStream.read(self, into, at, count);
    }

    static long length0(Object self) throws IOException {
        return OpenFile.of(self).node.length();
    }

    static long position0(Object self) throws IOException {
        return OpenFile.of(self).position;
    }

    static long skip0(Object self, long count) throws IOException {
        OpenFile file = OpenFile.of(self);
        long from = file.position;
        if (from + count < 0) {
            throw Errno.io(Errno.EINVAL);
        }
        file.position += count;
        return file.position - from;
    }

    static int available0(Object self) throws IOException {
        return OpenFile.of(self).available();
    }

    static boolean isRegularFile0(Object self, java.io.FileDescriptor descriptor) {
        return true;
    }
}
