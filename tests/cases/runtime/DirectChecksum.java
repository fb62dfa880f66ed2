//@ check: inconclusive
// A real machine reads the buffer byte by byte, so it can miss the first write and see the second. One operation would
// not have that outcome, and a pass would be wrong.
import java.nio.ByteBuffer;
import java.util.zip.Adler32;

public class DirectChecksum {
    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(32);
        long[] seen = new long[1];
        Thread thread = new Thread(() -> {
            Adler32 sum = new Adler32();
            sum.update(buffer.duplicate());
            seen[0] = sum.getValue();
        });
        thread.start();
        buffer.put(0, (byte) 1);
        buffer.put(31, (byte) 1);
        thread.join();
        Adler32 last = new Adler32();
        last.update(new byte[31]);
        last.update(1);
        assert seen[0] != last.getValue() : "only the last byte was seen";
    }
}
