//@ run-native
// Exercises in-memory byte streams: mark and reset, bulk reads, skipping, sequencing, filtering, and pushback.
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public class ByteStreams {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream sink = new ByteArrayOutputStream(2);
        sink.write(65);
        sink.write(new byte[] {66, 67, 68, 69}, 1, 2);
        sink.writeBytes("xyz".getBytes(StandardCharsets.US_ASCII));
        sink.write(0x1FF);
        System.out.println(sink.size() + " " + Arrays.toString(sink.toByteArray())
            + " " + sink.toString(StandardCharsets.ISO_8859_1).length());
        sink.reset();
        System.out.println(sink.size() + " [" + sink + "]");

        ByteArrayInputStream source = new ByteArrayInputStream(new byte[] {0, 1, 2, 3, -4, -1, 6, 7, 8, 9}, 1, 8);
        System.out.println(source.read() + " " + source.available() + " " + source.markSupported());
        source.mark(0);
        byte[] buffer = new byte[4];
        System.out.println(source.read(buffer) + Arrays.toString(buffer) + " " + source.skip(2) + " " + source.read()
            + " " + source.read() + " " + source.read(buffer));
        source.reset();
        System.out.println(Arrays.toString(source.readNBytes(3)) + Arrays.toString(source.readAllBytes())
            + source.readAllBytes().length);

        InputStream sequence = new SequenceInputStream(Collections.enumeration(List.of(bytes("one,"), bytes(""),
            bytes("two,"), bytes("three"))));
        System.out.println(new String(sequence.readAllBytes(), StandardCharsets.US_ASCII));
        PushbackInputStream pushback = new PushbackInputStream(bytes("abc"), 2);
        int first = pushback.read();
        pushback.unread('Z');
        pushback.unread('Y');
        System.out.println((char) first + " " + new String(pushback.readAllBytes(), StandardCharsets.US_ASCII));
        try {
            pushback.unread(new byte[3]);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }

        BufferedInputStream buffered = new BufferedInputStream(bytes("0123456789"), 4);
        buffered.read();
        buffered.mark(2);
        buffered.skip(2);
        buffered.reset();
        System.out.println((char) buffered.read()
            + " " + new String(buffered.readNBytes(5), StandardCharsets.US_ASCII));
        Counting counting = new Counting();
        try (OutputStream out = new BufferedOutputStream(counting, 8)) {
            for (int i = 0; i < 20; i++) {
                out.write(i);
            }
            out.write(new byte[30]);
            out.flush();
        }
        System.out.println(counting.log);
        InputStream upper = new FilterInputStream(bytes("filter me")) {
            @Override
            public int read() throws IOException {
                int c = super.read();
                return c < 0 ? c : Character.toUpperCase(c);
            }
        };
        System.out.println((char) upper.read() + "" + (char) upper.read()
            + " " + bytes("copied through").transferTo(System.out));
        try (InputStream empty = InputStream.nullInputStream()) {
            System.out.println(empty.read() + " " + empty.readAllBytes().length);
        }
        try {
            bytes("x").read(new byte[2], 1, 5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Records the size of each write that reaches it, which shows when the buffer above it spills. */
    private static final class Counting extends OutputStream {
        private final StringBuilder log = new StringBuilder();

        @Override
        public void write(int b) {
            log.append("1 ");
        }

        @Override
        public void write(byte[] data, int offset, int length) {
            log.append(length).append(' ');
        }

        @Override
        public void close() {
            log.append("closed");
        }
    }
}
