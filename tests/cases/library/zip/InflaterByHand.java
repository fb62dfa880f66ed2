//@ run-native
// Inflater and Deflater called directly: counts, what is left over, dictionaries, direct buffers, errors, and use after the end.
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class InflaterByHand {
    // A stream that zlib made: "hello hello hello hello".
    static final byte[] HELLO = {
        0x78, (byte) 0x9c, (byte) 0xcb, 0x48, (byte) 0xcd, (byte) 0xc9, (byte) 0xc9, 0x57, (byte) 0xc8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, (byte) 0xb1
    };

    static byte[] stream(int... bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = (byte) bytes[i];
        }
        return result;
    }

    public static void main(String[] args) throws DataFormatException {
        counts();
        dictionary();
        buffers();
        for (byte[] bad : new byte[][] {
            stream(0x78, 0x9d), stream(0x79, 0x9c), stream(0x79, 0x9f), stream(0x88, 0x1c), stream(0x78, 0x9c, 0x07), stream(0x78, 0x9c, 0x01, 5, 0, 5, 0),
            stream(0x78, 0x9c, 0xfd, 0xff, 0xff, 0xff), stream(0x78, 0x9c, 0x05, 0, 0, 0, 0, 0, 0, 0, 0), stream(0x78, 0x9c, 0x4b, 0x04, 0x22, 0, 0),
            stream(0x78, 0x9c, 0x03, 0x00, 0, 0, 0, 2), stream(0x78, 0x9c, 0x03, 0x02, 0, 0), stream(0x78, 0x9c, 0x04, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
        }) {
            Inflater inflater = new Inflater();
            inflater.setInput(bad);
            try {
                int n = inflater.inflate(new byte[100]);
                System.out.println("no error, " + n + " " + inflater.finished() + " " + inflater.needsInput());
            } catch (DataFormatException e) {
                System.out.println(e.getMessage());
            }
            inflater.end();
        }
        ended();
    }

    static void counts() throws DataFormatException {
        Inflater inflater = new Inflater();
        System.out.println(inflater.needsInput() + " " + inflater.finished() + " " + inflater.getAdler());
        inflater.setInput(Arrays.copyOf(HELLO, HELLO.length + 3));
        byte[] out = new byte[10];
        StringBuilder text = new StringBuilder();
        while (!inflater.finished()) {
            int count = inflater.inflate(out);
            text.append(new String(out, 0, count)).append('|');
            System.out.println(count + " " + inflater.getTotalOut() + " " + inflater.finished());
        }
        System.out.println(text + " left " + inflater.getRemaining() + " in " + inflater.getBytesRead() + " adler " + Integer.toHexString(inflater.getAdler()));
        System.out.println(inflater.inflate(out) + " " + inflater.needsInput());
        inflater.reset();
        inflater.setInput(HELLO, 0, 5);
        int first = inflater.inflate(out);
        System.out.println(inflater.getRemaining() + " " + inflater.needsInput() + " " + inflater.finished() + " " + (first < 3));
        inflater.setInput(HELLO, 5, HELLO.length - 5);
        byte[] rest = new byte[100];
        int more = inflater.inflate(rest);
        System.out.println(first + more + " " + inflater.finished());
        inflater.end();

        Deflater deflater = new Deflater();
        byte[] packed = new byte[100];
        System.out.println(deflater.needsInput() + " " + deflater.deflate(packed, 0, 0) + " " + deflater.getAdler());
        deflater.setInput("hello hello hello hello".getBytes());
        deflater.finish();
        int size = deflater.deflate(packed);
        System.out.println(deflater.finished() + " " + deflater.getTotalIn() + " " + (deflater.getTotalOut() == size) + " " + Integer.toHexString(deflater.getAdler())
            + " " + deflater.deflate(packed));
        inflater = new Inflater();
        inflater.setInput(packed, 0, size);
        System.out.println(new String(rest, 0, inflater.inflate(rest)) + " " + inflater.getRemaining());
        deflater.reset();
        deflater.setLevel(Deflater.BEST_SPEED);
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
        deflater.setInput(new byte[1000]);
        deflater.finish();
        int total = 0;
        while (!deflater.finished()) {
            total += deflater.deflate(packed, total, Math.min(7, packed.length - total));
            if (total == packed.length) {
                break;
            }
        }
        System.out.println(deflater.getTotalIn());
    }

    static void dictionary() throws DataFormatException {
        Deflater deflater = new Deflater();
        deflater.setDictionary("the quick brown fox".getBytes());
        deflater.setInput("the quick brown dog".getBytes());
        deflater.finish();
        byte[] packed = new byte[100];
        int size = deflater.deflate(packed);
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, size);
        byte[] out = new byte[100];
        System.out.println(inflater.inflate(out) + " " + inflater.needsDictionary() + " " + Integer.toHexString(inflater.getAdler()));
        try {
            inflater.setDictionary("another".getBytes());
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        inflater.setDictionary("the quick brown fox".getBytes());
        System.out.println(new String(out, 0, inflater.inflate(out)) + " " + inflater.finished());
    }

    static void buffers() throws DataFormatException {
        ByteBuffer text = ByteBuffer.allocateDirect(300);
        for (int i = 0; i < 300; i++) {
            text.put((byte) (i % 7));
        }
        Deflater deflater = new Deflater();
        deflater.setInput(text.flip());
        deflater.finish();
        ByteBuffer packed = ByteBuffer.allocateDirect(400);
        deflater.deflate(packed);
        System.out.println(text.remaining() + " " + deflater.finished());
        Inflater inflater = new Inflater();
        inflater.setInput(packed.flip());
        ByteBuffer back = ByteBuffer.allocateDirect(300);
        System.out.println(inflater.inflate(back) + " " + packed.remaining() + " " + inflater.finished() + " " + back.flip().equals(text.flip()));
    }

    static void ended() {
        Inflater inflater = new Inflater();
        inflater.end();
        inflater.end();
        try {
            inflater.inflate(new byte[1]);
        } catch (NullPointerException | IllegalStateException | DataFormatException e) {
            // Which of them it is depends on the version.
            System.out.println("closed");
        }
        try {
            new Deflater().deflate(new byte[1], 1, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
