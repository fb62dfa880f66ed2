//@ run-native
// GZIP and deflater streams there and back, in one piece and in many.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.InflaterOutputStream;
import java.util.zip.ZipException;

public class GzipStreams {
    static byte[] sample(int length, int seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = i > 50 && random.nextInt(4) > 0 ? bytes[i - 1 - random.nextInt(50)] : (byte) random.nextInt();
        }
        return bytes;
    }

    static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    public static void main(String[] args) throws IOException {
        for (int length : new int[] {0, 1, 100, 5000, 200_000}) {
            byte[] bytes = sample(length, length);
            byte[] zipped = zipped(bytes);
            byte[] back = new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes();
            System.out.println(length + " " + Arrays.equals(bytes, back) + " " + (zipped.length < length + 600));
        }
        oneByteAtATime();
        levels();
        damaged();
        byte[] two = concat(zipped("one".getBytes()), zipped(" two".getBytes()));
        System.out.println(new String(new GZIPInputStream(new ByteArrayInputStream(two)).readAllBytes(), StandardCharsets.UTF_8));
        flushed();
        checked();
    }

    static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    static void oneByteAtATime() throws IOException {
        byte[] bytes = sample(3000, 7);
        InputStream slow = new InflaterInputStream(new DeflaterInputStream(new ByteArrayInputStream(bytes)), new Inflater(), 1);
        int at = 0;
        for (int b; (b = slow.read()) >= 0; at++) {
            if ((byte) b != bytes[at]) {
                System.out.println("differs at " + at);
            }
        }
        System.out.println(at);
    }

    static void levels() throws IOException {
        byte[] bytes = sample(20_000, 3);
        for (int level = -1; level <= 9; level++) {
            for (boolean raw : new boolean[] {false, true}) {
                ByteArrayOutputStream packed = new ByteArrayOutputStream();
                try (DeflaterOutputStream out = new DeflaterOutputStream(packed, new Deflater(level, raw))) {
                    out.write(bytes, 0, 7000);
                    out.write(bytes, 7000, 13_000);
                }
                ByteArrayOutputStream back = new ByteArrayOutputStream();
                try (InflaterOutputStream out = new InflaterOutputStream(back, new Inflater(raw))) {
                    out.write(packed.toByteArray());
                }
                System.out.print((Arrays.equals(bytes, back.toByteArray()) ? "same" : "different") + (level == 0 && packed.size() < 20_000 ? "!" : "") + " ");
            }
        }
        System.out.println();
    }

    static void damaged() throws IOException {
        byte[] zipped = zipped(sample(500, 1));
        byte[] cut = Arrays.copyOf(zipped, zipped.length - 9);
        byte[] wrongSum = zipped.clone();
        wrongSum[zipped.length - 8] ^= 1;
        byte[] noMagic = zipped.clone();
        noMagic[0] = 0;
        for (byte[] bad : new byte[][] {cut, wrongSum, noMagic, new byte[0]}) {
            try {
                new GZIPInputStream(new ByteArrayInputStream(bad)).readAllBytes();
                System.out.println("not noticed");
            } catch (ZipException e) {
                System.out.println(e);
            } catch (IOException e) {
                System.out.println(e);
            }
        }
    }

    static void flushed() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DeflaterOutputStream stream = new DeflaterOutputStream(out, true);
        stream.write("so far".getBytes());
        stream.flush();
        byte[] buffer = new byte[20];
        int count = new InflaterInputStream(new ByteArrayInputStream(out.toByteArray())).read(buffer);
        System.out.println(new String(buffer, 0, count));
        stream.write(" and on".getBytes());
        stream.close();
        System.out.println(new String(new InflaterInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes()));
    }

    static void checked() throws IOException {
        CheckedInputStream in = new CheckedInputStream(new ByteArrayInputStream("123456789".getBytes()), new CRC32());
        in.readAllBytes();
        System.out.println(Long.toHexString(in.getChecksum().getValue()));
    }
}
