//@ check: safe
// Two threads feed one deflater, a byte each; what comes out is read by an inflater. Its state goes back with the path, so each order gives its own text.
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class DeflateInEveryOrder {
    static final Deflater DEFLATER = new Deflater();
    static final byte[] PACKED = new byte[100];
    static int size;

    static void feed(char c) {
        synchronized (PACKED) {
            DEFLATER.setInput(new byte[] {(byte) c});
            size += DEFLATER.deflate(PACKED, size, PACKED.length - size, Deflater.SYNC_FLUSH);
        }
    }

    public static void main(String[] args) throws InterruptedException, DataFormatException {
        Thread one = new Thread(() -> feed('a'));
        Thread two = new Thread(() -> feed('b'));
        one.start();
        two.start();
        one.join();
        two.join();
        DEFLATER.finish();
        size += DEFLATER.deflate(PACKED, size, PACKED.length - size);
        Inflater inflater = new Inflater();
        inflater.setInput(PACKED, 0, size);
        byte[] text = new byte[10];
        int length = inflater.inflate(text);
        String got = new String(text, 0, length);
        assert got.equals("ab") || got.equals("ba") : got;
        assert inflater.finished() && inflater.getRemaining() == 0;
    }
}
