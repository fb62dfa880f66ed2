package jaywalk.kernel;

/**
 * Bytes on their way. Equal contents are equal objects: a short array is as long as its content, a long one
 * has zeros behind it.
 */
final class Bytes {
    /** What can be on its way before a writer blocks. Linux has about as much for a loopback connection. */
    static final int MOST = 1 << 20;
    private static final int SHORT = 1024;
    private static final byte[] NONE = new byte[0];

    private byte[] content = NONE;
    private int count;

    int count() {
        return count;
    }

    int room() {
        return MOST - count;
    }

    /** Adds what there is room for. */
    int add(byte[] bytes) {
        int taken = Math.min(bytes.length, room());
        if (taken > 0) {
            ensure(count + taken);
            System.arraycopy(bytes, 0, content, count, taken);
            count += taken;
        }
        return taken;
    }

    byte[] take(int most) {
        int taken = Math.min(most, count);
        byte[] bytes = new byte[taken];
        System.arraycopy(content, 0, bytes, 0, taken);
        int left = count - taken;
        if (left == 0) {
            content = NONE;
        } else {
            byte[] rest = left <= SHORT ? new byte[left] : content;
            System.arraycopy(content, taken, rest, 0, left);
            for (int i = left; i < count && i < rest.length; i++) {
                rest[i] = 0;
            }
            content = rest;
        }
        count = left;
        return bytes;
    }

    void clear() {
        content = NONE;
        count = 0;
    }

    private void ensure(int length) {
        if (content.length >= length && length > SHORT) {
            return;
        }
        int size = length <= SHORT ? length : Integer.highestOneBit(length - 1) << 1;
        byte[] longer = new byte[size];
        System.arraycopy(content, 0, longer, 0, count);
        content = longer;
    }
}
