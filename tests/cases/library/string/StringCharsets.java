//@ run-native
// Exercises getBytes and new String over the standard charsets, malformed input replacement, and strict decoding errors.
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class StringCharsets {
    private static final Charset[] CHARSETS = {
        StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8,
        StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE,
    };

    public static void main(String[] args) throws Exception {
        String[] samples = {"", "plain", "caf\u00e9", "\u20ac5", "x\uD83D\uDE00y", "lone\uD83D",
            "\u0000\u007f\u0080\u07ff\u0800"};
        for (String sample : samples) {
            for (Charset charset : CHARSETS) {
                byte[] bytes = sample.getBytes(charset);
                String back = new String(bytes, charset);
                System.out.println(charset.name() + " " + hex(bytes) + " round=" + back.equals(sample)
                    + " hash=" + back.hashCode());
            }
        }
        malformed(0xC3, 0x28);
        malformed(0xE2, 0x82);
        malformed(0xF0, 0x9F, 0x98, 0x80, 0x41);
        malformed(0xED, 0xA0, 0x80);
        malformed(0xC0, 0x80);
        malformed(0xFF, 0x41, 0xFE);
        malformed(0xF5, 0x80, 0x80, 0x80);

        System.out.println(new String(new byte[] {65, 66, 67, 68}, 1, 2, StandardCharsets.US_ASCII));
        System.out.println(new String(new byte[] {72, 105}, "UTF-8") + " " + Charset.forName("latin1").name());
        System.out.println(Charset.isSupported("utf-8") + " " + Charset.isSupported("no-such-charset"));
        try {
            "x".getBytes("no-such-charset");
        } catch (java.io.UnsupportedEncodingException e) {
            System.out.println(e);
        }
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("ok\u00e9"));
        } catch (CharacterCodingException e) {
            System.out.println(e);
        }
    }

    private static void malformed(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        String lenient = new String(bytes, StandardCharsets.UTF_8);
        System.out.println(hex(bytes) + " -> " + Arrays.toString(lenient.chars().toArray()));
        try {
            CharBuffer strict = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            System.out.println("strict length " + strict.length());
        } catch (CharacterCodingException e) {
            System.out.println(e);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder("[");
        for (byte b : bytes) {
            out.append(String.format("%02x", b));
        }
        return out.append(']').toString();
    }
}
