package jaywalk.kernel;

import java.io.File;

/** The natives of java.io.UnixFileSystem, for files of the layer. */
final class UnixFileSystem {
    private static final int EXISTS = 1;
    private static final int REGULAR = 2;
    private static final int FOLDER = 4;

    private UnixFileSystem() {}

    private static String place(File file) {
        return Host.place(file.getPath());
    }

    static String canonicalize0(Object self, String path) {
        return Host.place(path);
    }

    static int getBooleanAttributes0(Object self, File file) {
        Node node = Layer.node(place(file));
        return node == null ? 0 : EXISTS | (node.isFolder() ? FOLDER : REGULAR);
    }

    static boolean checkAccess(Object self, File file, int wanted) {
        Node node = Layer.node(place(file));
        return node != null && (node.mode >> 6 & wanted) == wanted;
    }

    static boolean checkAccess0(Object self, File file, int wanted) {
        return checkAccess(self, file, wanted);
    }

    static long getLength(Object self, File file) {
        Node node = Layer.node(place(file));
        return node == null ? 0 : node.length();
    }

    static long getLength0(Object self, File file) {
        return getLength(self, file);
    }

    static long getLastModifiedTime(Object self, File file) {
        Node node = Layer.node(place(file));
        return node == null ? 0 : node.modified;
    }

    static long getLastModifiedTime0(Object self, File file) {
        return getLastModifiedTime(self, file);
    }

    static boolean setLastModifiedTime(Object self, File file, long millis) {
        return Layer.touch(place(file), millis) == 0;
    }

    static boolean setLastModifiedTime0(Object self, File file, long millis) {
        return setLastModifiedTime(self, file, millis);
    }

    static String[] list(Object self, File file) {
        String path = place(file);
        Node node = Layer.node(path);
        return node == null || !node.isFolder() ? null : Layer.names(path);
    }

    static String[] list0(Object self, File file) {
        return list(self, file);
    }

    static boolean createFileExclusively(Object self, String path) throws Exception {
        int number = Layer.open(Host.place(path), Layer.READ_WRITE | Layer.CREATE | Layer.EXCLUSIVE, 0666);
        if (number >= 0) {
            Table.close(number);
            return true;
        }
        if (number == -Errno.EEXIST) {
            return false;
        }
        throw Host.inputOutput(path, -number);
    }

    static boolean createFileExclusively0(Object self, String path) throws Exception {
        return createFileExclusively(self, path);
    }

    static boolean delete0(Object self, File file) {
        String path = place(file);
        Node node = Layer.node(path);
        return node != null && (node.isFolder() ? Layer.removeFolder(path) : Layer.removeFile(path)) == 0;
    }

    static boolean createDirectory(Object self, File file) {
        return Layer.makeFolder(place(file), 0777) == 0;
    }

    static boolean createDirectory0(Object self, File file) {
        return createDirectory(self, file);
    }

    static boolean rename0(Object self, File from, File to) {
        return Layer.rename(place(from), place(to)) == 0;
    }

    static boolean setReadOnly(Object self, File file) {
        String path = place(file);
        Node node = Layer.node(path);
        return node != null && Layer.change(path, node.mode & ~0222) == 0;
    }

    static boolean setReadOnly0(Object self, File file) {
        return setReadOnly(self, file);
    }

    static boolean setPermission(Object self, File file, int access, boolean enable, boolean ownerOnly) {
        String path = place(file);
        Node node = Layer.node(path);
        int bits = ownerOnly ? access << 6 : access << 6 | access << 3 | access;
        return node != null && Layer.change(path, enable ? node.mode | bits : node.mode & ~bits) == 0;
    }

    static boolean setPermission0(Object self, File file, int access, boolean enable, boolean ownerOnly) {
        return setPermission(self, file, access, enable, ownerOnly);
    }

    /** A native of sun.nio.fs.UnixFileSystem: copies from one open file to another. */
    static void bufferedCopy0(int to, int from, long buffer, int length, long cancelled) throws java.io.IOException {
        UnixCopyFile.transfer(to, from, cancelled);
    }
}
