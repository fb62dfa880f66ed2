package jaywalk.kernel;

import java.io.IOException;

/** The natives of java.io.FileOutputStream, for files of the layer. */
final class FileOutputStream {
    private FileOutputStream() {}

    static void open0(Object self, String path, boolean append) throws Exception {
        FileStream.open(self, path, Layer.WRITE_ONLY | Layer.CREATE | (append ? Layer.APPEND : Layer.TRUNCATE));
    }

    static void write(Object self, int value, boolean append) throws IOException {
        FileStream.write(self, value);
    }

    static void writeBytes(Object self, byte[] from, int at, int count, boolean append) throws IOException {
        FileStream.write(self, from, at, count);
    }
}
