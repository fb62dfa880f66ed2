package jaywalk.kernel;

import java.io.IOException;

/** The natives of sun.nio.fs.UnixNativeDispatcher, for files of the layer. Paths come by their addresses. */
final class UnixNativeDispatcher {
    private static final int MICROS = 1000;
    private static final int NANOS = 1000000;

    private UnixNativeDispatcher() {}

    /** Answers of the layer below zero are errors. */
    private static int checked(int answer) throws Exception {
        if (answer < 0) {
            throw Host.unix(-answer);
        }
        return answer;
    }

    private static Node node(String path) throws Exception {
        Node node = Layer.node(path);
        if (node == null) {
            throw Host.unix(Layer.missing(path));
        }
        return node;
    }

    static int open0(long path, int flags, int mode) throws Exception {
        return checked(Layer.open(Host.path(path), flags, mode));
    }

    static void close0(int number) {
        Table.close(number);
    }

    private static void fill(Object attributes, Node node, String path) {
        Host.fill(attributes, node.mode, node.length(), node.modified, path.hashCode());
    }

    static void stat0(long address, Object attributes) throws Exception {
        String path = Host.path(address);
        fill(attributes, node(path), path);
    }

    static void lstat0(long address, Object attributes) throws Exception {
        stat0(address, attributes);
    }

    /** The stat0 of later JDKs: 0, or the number of the error. */
    static int statOrError(long address, Object attributes) {
        String path = Host.path(address);
        Node node = Layer.node(path);
        if (node == null) {
            return Layer.missing(path);
        }
        fill(attributes, node, path);
        return 0;
    }

    static int stat1(long address) {
        Node node = Layer.node(Host.path(address));
        return node == null ? 0 : node.mode;
    }

    static void fstat(int number, Object attributes) throws Exception {
        OpenFile file = OpenFile.of(number);
        fill(attributes, file.node, file.path);
    }

    static void fstat0(int number, Object attributes) throws Exception {
        fstat(number, attributes);
    }

    static boolean exists0(long path) {
        return Layer.node(Host.path(path)) != null;
    }

    static int accessOrError(long address, int wanted) {
        String path = Host.path(address);
        Node node = Layer.node(path);
        if (node == null) {
            return Layer.missing(path);
        }
        return (node.mode >> 6 & wanted) == wanted ? 0 : Errno.EACCES;
    }

    static void access0(long address, int wanted) throws Exception {
        checked(-accessOrError(address, wanted));
    }

    static byte[] realpath0(long address) throws Exception {
        String path = Host.path(address);
        node(path);
        return path.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    static void mkdir0(long path, int mode) throws Exception {
        checked(Layer.makeFolder(Host.path(path), mode));
    }

    static void rmdir0(long path) throws Exception {
        checked(Layer.removeFolder(Host.path(path)));
    }

    static void unlink0(long path) throws Exception {
        checked(Layer.removeFile(Host.path(path)));
    }

    static void rename0(long from, long to) throws Exception {
        checked(Layer.rename(Host.path(from), Host.path(to)));
    }

    static void chmod0(long path, int mode) throws Exception {
        checked(Layer.change(Host.path(path), mode));
    }

    static void fchmod(int number, int mode) throws IOException {
        Node node = OpenFile.of(number).node;
        node.mode = node.mode & Node.KIND | mode & 0777;
    }

    static void fchmod0(int number, int mode) throws IOException {
        fchmod(number, mode);
    }

    static void utimes0(long path, long accessed, long modified) throws Exception {
        checked(Layer.touch(Host.path(path), modified / MICROS));
    }

    static void futimes(int number, long accessed, long modified) throws IOException {
        OpenFile.of(number).node.modified = modified / MICROS;
    }

    static void futimens(int number, long accessed, long modified) throws IOException {
        OpenFile.of(number).node.modified = modified / NANOS;
    }

    static void futimens0(int number, long accessed, long modified) throws IOException {
        futimens(number, accessed, modified);
    }

    static void utimensat0(int folder, long path, long accessed, long modified, int flags) throws Exception {
        checked(Layer.touch(Host.path(path), modified / NANOS));
    }

    static long opendir0(long address) throws Exception {
        String path = Host.path(address);
        if (!node(path).isFolder()) {
            throw Host.unix(Errno.ENOTDIR);
        }
        StringBuilder names = new StringBuilder();
        for (String name : Layer.names(path)) {
            names.append(name).append((char) 0);
        }
        return Host.listing(names.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
