package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** Reading and writing by addresses of memory, as all dispatchers of sun.nio.ch do. */
final class Transfer {
    /** An element of the array that scattered reads and gathered writes get: an address and a length. */
    private static final int VECTOR_BYTES = 16;
    /** Nothing more is moved at once. */
    private static final int MOST = 1 << 20;

    private Transfer() {}

    static int read(FileDescriptor fd, long address, int count) throws IOException {
        byte[] bytes = take(fd, count);
        int answer = answer(bytes, count);
        if (answer > 0) {
            Host.store(address, bytes, 0, answer);
        }
        return answer;
    }

    /** How many bytes there are, or what is told instead. */
    static int answer(byte[] bytes, int wanted) {
        if (bytes == null) {
            return Entry.UNAVAILABLE;
        }
        if (bytes.length == 0 && wanted > 0) {
            return bytes == CLOSED ? Entry.INTERRUPTED : Entry.EOF;
        }
        return bytes.length;
    }

    /** Stands for: let go because somebody closed the descriptor. */
    private static final byte[] CLOSED = new byte[0];

    static byte[] take(FileDescriptor fd, int count) throws IOException {
        Entry entry = Table.get(fd);
        byte[] bytes = entry.read(Math.min(count, MOST));
        while (bytes == null && !entry.nonBlocking) {
            entry.block(entry.readKind(), 0);
            if (entry.isClosed) {
                return CLOSED;
            }
            bytes = entry.read(Math.min(count, MOST));
        }
        return bytes;
    }

    /** A blocking write goes on until everything is written. */
    static int write(FileDescriptor fd, long address, int count) throws IOException {
        return put(Table.get(fd), Host.load(address, count));
    }

    static int put(Entry entry, byte[] bytes) throws IOException {
        int done = entry.write(bytes);
        while (done < bytes.length && !entry.nonBlocking) {
            entry.block(entry.writeKind(), 0);
            if (entry.isClosed) {
                return done > 0 ? done : Entry.INTERRUPTED;
            }
            byte[] rest = new byte[bytes.length - done];
            System.arraycopy(bytes, done, rest, 0, rest.length);
            done += entry.write(rest);
        }
        return done == 0 && bytes.length > 0 ? Entry.UNAVAILABLE : done;
    }

    static long readScattered(FileDescriptor fd, long vector, int length) throws IOException {
        long[] pieces = pieces(vector, length);
        byte[] bytes = take(fd, total(pieces));
        int answer = answer(bytes, total(pieces));
        if (answer <= 0) {
            return answer;
        }
        int at = 0;
        for (int i = 0; i < pieces.length && at < bytes.length; i += 2) {
            int part = (int) Math.min(pieces[i + 1], bytes.length - at);
            Host.store(pieces[i], bytes, at, part);
            at += part;
        }
        return bytes.length;
    }

    static long writeGathered(FileDescriptor fd, long vector, int length) throws IOException {
        long[] pieces = pieces(vector, length);
        byte[] bytes = new byte[total(pieces)];
        int at = 0;
        for (int i = 0; i < pieces.length; i += 2) {
            int part = (int) Math.min(pieces[i + 1], bytes.length - at);
            if (part > 0) {
                System.arraycopy(Host.load(pieces[i], part), 0, bytes, at, part);
                at += part;
            }
        }
        return put(Table.get(fd), bytes);
    }

    private static int total(long[] pieces) {
        long sum = 0;
        for (int i = 1; i < pieces.length; i += 2) {
            sum += pieces[i];
        }
        return (int) Math.min(sum, MOST);
    }

    private static long[] pieces(long vector, int length) {
        long[] pieces = new long[2 * length];
        byte[] bytes = Host.load(vector, length * VECTOR_BYTES);
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = word(bytes, 8 * i);
        }
        return pieces;
    }

    /** A long as the processor has it, the lowest byte first. */
    private static long word(byte[] bytes, int at) {
        long word = 0;
        for (int i = 7; i >= 0; i--) {
            word = word << 8 | bytes[at + i] & 255;
        }
        return word;
    }
}
