//@ check: race
//@ options: --races
// An int that is written into bytes is written into four of them: whoever reads the second one races with that.
import java.nio.ByteBuffer;

public class WideAccess {
    static final byte[] BYTES = new byte[16];

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> ByteBuffer.wrap(BYTES).putInt(4, 7));
        thread.start();
        byte seen = BYTES[5];
        thread.join();
    }
}
