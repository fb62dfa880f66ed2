//@ check: safe
//@ options: --races
// The bytes before and behind an int that another thread writes are nobody's race, nor is memory at other addresses.
import java.nio.ByteBuffer;

public class WideAccessBeside {
    static final byte[] BYTES = new byte[16];
    static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(16);

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            ByteBuffer.wrap(BYTES).putInt(4, 7);
            DIRECT.putLong(0, 7);
        });
        thread.start();
        int seen = BYTES[3] + BYTES[8] + DIRECT.getInt(8);
        thread.join();
    }
}
