//@ run-native
// Exercises ByteBuffer, heap and direct: positions, marks, byte orders, views, slices, compaction, bulk moves, and its errors.
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.InvalidMarkException;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.HexFormat;

public class ByteBuffers {
    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.limit()];
        buffer.duplicate().rewind().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(24), ByteBuffer.allocateDirect(24)}) {
            System.out.println(buffer.isDirect() + " " + buffer.hasArray() + " " + buffer.order() + " " + buffer.toString()
                .replaceAll("^[^\\[]*", ""));
            buffer.put((byte) 1).putShort((short) 0x0203).putInt(0x04050607).putLong(0x08090a0b0c0d0e0fL).putChar('A');
            buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(0x10203040);
            System.out.println(hex(buffer) + " at " + buffer.position() + " left " + buffer.remaining());
            buffer.flip();
            System.out.println(buffer.get() + " " + buffer.getShort() + " " + buffer.order(ByteOrder.BIG_ENDIAN).getInt() + " "
                + Long.toHexString(buffer.getLong()) + " " + buffer.getChar() + " " + buffer.hasRemaining());
            buffer.position(3).mark();
            buffer.get();
            ByteBuffer slice = buffer.slice();
            ByteBuffer part = buffer.slice(1, 4);
            System.out.println(buffer.reset().position() + " slice " + slice.capacity() + " " + slice.get(0) + " part "
                + hex(part) + " " + part.order());
            slice.put(0, (byte) 0x55);
            buffer.compact();
            System.out.println(hex(buffer) + " " + buffer.position() + " " + buffer.limit());
            buffer.clear().putFloat(1.5f).putDouble(-2.5).flip();
            System.out.println(hex(buffer) + " " + buffer.getFloat() + " " + buffer.getDouble());
            buffer.clear();
            IntBuffer ints = buffer.asIntBuffer();
            ints.put(new int[] {1, 2, 3}).put(5, 99);
            LongBuffer longs = buffer.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
            ShortBuffer shorts = buffer.position(2).asShortBuffer();
            System.out.println(hex(buffer) + " " + Long.toHexString(longs.get(0)) + " " + shorts.capacity() + " "
                + shorts.get(0) + " " + ints.position() + " " + ints.get(5));
            buffer.clear();
            attempt("overflow", () -> buffer.position(22).putInt(1));
            attempt("underflow", () -> buffer.position(20).getLong());
            attempt("index", () -> buffer.getInt(21));
            attempt("limit", () -> buffer.position(0).limit(25));
            attempt("position", () -> buffer.limit(4).position(5));
            attempt("mark lost", () -> buffer.clear().reset());
            attempt("read-only", () -> buffer.asReadOnlyBuffer().put((byte) 1));
            attempt("bulk", () -> buffer.clear().put(new byte[25]));
            attempt("itself", () -> buffer.clear().put(buffer));
        }
        ByteBuffer wrapped = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6}, 1, 4);
        System.out.println(wrapped.position() + " " + wrapped.limit() + " " + wrapped.capacity() + " " + wrapped.arrayOffset()
            + " " + wrapped.slice().arrayOffset() + " " + wrapped.array().length);
        wrapped.array()[1] = 77;
        byte[] taken = new byte[2];
        wrapped.get(taken).get(4, taken, 1, 1);
        System.out.println(Arrays.toString(taken) + " " + wrapped.position());
        ByteBuffer other = ByteBuffer.wrap(new byte[] {3, 4, 5});
        wrapped.limit(5).position(2);
        System.out.println(wrapped.equals(other) + " " + wrapped.compareTo(other) + " " + wrapped.mismatch(ByteBuffer.wrap(
            new byte[] {3, 9})) + " " + (wrapped.hashCode() == other.hashCode()) + " " + ByteBuffer.allocate(0).hasRemaining());
        ByteBuffer moved = ByteBuffer.allocate(8);
        moved.put(wrapped).put(0, other, 1, 2);
        System.out.println(hex(moved) + " " + moved.position() + " " + wrapped.hasRemaining() + " "
            + moved.alignedSlice(1).capacity());
        attempt("negative size", () -> ByteBuffer.allocate(-1));
        System.out.println(new BufferOverflowException().getMessage() + new BufferUnderflowException().getMessage()
            + new InvalidMarkException().getMessage() + new ReadOnlyBufferException().getMessage());
    }
}
