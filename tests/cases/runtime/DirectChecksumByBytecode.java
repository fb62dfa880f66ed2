//@ check: assertion
// The checksum of a direct buffer that the JDK has in bytecode: what it reads is interleaved with the writes of others.
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

public class DirectChecksumByBytecode {
    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(3);
        long[] seen = new long[1];
        Thread thread = new Thread(() -> {
            CRC32C sum = new CRC32C();
            sum.update(buffer.duplicate());
            seen[0] = sum.getValue();
        });
        thread.start();
        buffer.put(0, (byte) 1);
        buffer.put(2, (byte) 1);
        thread.join();
        CRC32C last = new CRC32C();
        last.update(new byte[2]);
        last.update(1);
        assert seen[0] != last.getValue() : "only the last byte was seen";
    }
}
