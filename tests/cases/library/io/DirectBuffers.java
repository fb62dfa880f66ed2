//@ run-native
// Memory outside of the heap, views of other widths and orders, and checksums over both kinds of memory.
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

public class DirectBuffers {
    public static void main(String[] args) {
        for (boolean direct : new boolean[] {false, true}) {
            ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(64) : ByteBuffer.allocate(64);
            accesses(buffer);
            views(buffer);
            checksums(buffer);
        }
        ByteBuffer[] many = new ByteBuffer[50];
        for (int i = 0; i < many.length; i++) {
            many[i] = ByteBuffer.allocateDirect(1000).putInt(500, i);
        }
        int sum = 0;
        for (ByteBuffer buffer : many) {
            sum = sum * 31 + buffer.getInt(500);
        }
        System.out.println(sum);
    }

    private static void accesses(ByteBuffer buffer) {
        buffer.putLong(1, 0x0102030405060708L).putInt(11, 42).putShort(15, (short) -7).putChar(18, '\u8001');
        buffer.putDouble(21, Math.PI).putFloat(30, -1.5f).put(35, (byte) -1);
        System.out.println(buffer.getLong(1) + " " + buffer.getInt(11) + " " + buffer.getShort(15) + " " + (int) buffer.getChar(18)
            + " " + buffer.getDouble(21) + " " + buffer.getFloat(30) + " " + buffer.get(35));
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        System.out.println(buffer.getLong(1) + " " + buffer.getInt(11) + " " + buffer.getDouble(3) + " " + (int) buffer.getChar(5));
        byte[] copy = new byte[40];
        buffer.get(0, copy);
        System.out.println(Arrays.toString(copy) + " " + buffer);
    }

    private static void views(ByteBuffer buffer) {
        IntBuffer ints = buffer.asIntBuffer();
        ints.put(3, 12345).put(0, -1);
        int[] some = new int[5];
        ints.get(0, some);
        System.out.println(Arrays.toString(some) + " " + buffer.slice(8, 16).getInt(4) + " " + buffer.duplicate().equals(buffer)
            + " " + buffer.asLongBuffer().get(2) + " " + buffer.asReadOnlyBuffer().mismatch(ByteBuffer.allocate(64)));
    }

    private static void checksums(ByteBuffer buffer) {
        byte[] long_ = new byte[20000];
        for (int i = 0; i < long_.length; i++) {
            long_[i] = (byte) (i * 31);
        }
        for (Checksum checksum : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            checksum.update(long_, 3, 15000);
            checksum.update(77);
            buffer.rewind();
            checksum.update(buffer);
            System.out.println(checksum.getValue());
        }
    }
}
