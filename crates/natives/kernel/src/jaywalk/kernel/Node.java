package jaywalk.kernel;

/** A file or folder of the layer: what a path stands for, however many have it open. */
final class Node {
    /** As in st_mode. */
    static final int FOLDER = 0040000;
    static final int FILE = 0100000;
    static final int KIND = 0170000;
    /** Up to here an array is as long as its content, so that equal contents are equal objects. */
    private static final int SHORT = 1024;
    private static final byte[] NONE = new byte[0];

    /** Kind and permissions. */
    int mode;
    /** Milliseconds since 1970. */
    long modified;
    /** Of a folder: nothing of the disk is below it. */
    boolean isNew;
    /** The content is still only on the disk, and so long. */
    boolean isFar;
    long farLength;
    private byte[] content = NONE;
    private int length;

    Node(int mode, long modified, boolean isNew) {
        this.mode = mode;
        this.modified = modified;
        this.isNew = isNew;
    }

    boolean isFolder() {
        return (mode & KIND) == FOLDER;
    }

    long length() {
        return isFolder() ? 4096 : isFar ? farLength : length;
    }

    void fetch(byte[] bytes) {
        isFar = false;
        resize(bytes.length);
        System.arraycopy(bytes, 0, content, 0, bytes.length);
    }

    byte[] read(long from, int most) {
        if (from >= length) {
            return NONE;
        }
        byte[] bytes = new byte[(int) Math.min(most, length - from)];
        System.arraycopy(content, (int) from, bytes, 0, bytes.length);
        return bytes;
    }

    void write(long at, byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        long end = at + bytes.length;
        if (end > Integer.MAX_VALUE - 8) {
            throw Host.unsupported("a file of more than two gibibytes in memory");
        }
        if (end > length) {
            resize((int) end);
        }
        System.arraycopy(bytes, 0, content, (int) at, bytes.length);
    }

    /** Zeros come behind what was there. */
    void resize(int wanted) {
        int size = wanted <= SHORT ? wanted : Integer.highestOneBit(wanted - 1) << 1;
        if (size != content.length) {
            byte[] other = size == 0 ? NONE : new byte[size];
            System.arraycopy(content, 0, other, 0, Math.min(Math.min(length, wanted), size));
            content = other;
        } else {
            for (int i = wanted; i < length; i++) {
                content[i] = 0;
            }
        }
        length = wanted;
    }
}
