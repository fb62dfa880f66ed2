//@ run-native
// Exercises charsets both ways: standard ones and a few others, replacement of what cannot be encoded, marks, and aliases.
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HexFormat;
import java.util.List;

public class CharsetRoundTrips {
    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String visible(String text) {
        StringBuilder result = new StringBuilder();
        text.codePoints().forEach(c -> result.append(c >= 32 && c < 127 ? Character.toString(c)
            : String.format("\\u{%x}", c)));
        return result.toString();
    }

    public static void main(String[] args) throws Exception {
        String[] texts = {"plain", "caf\u00e9", "\u20ac 5", "\u0416\u0443\u043a", "\u65e5\u672c", "a\ud83d\ude00b", "lone \ud800!"};
        List<Charset> charsets = List.of(StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8,
            StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE, Charset.forName("UTF-32"),
            Charset.forName("windows-1252"), Charset.forName("KOI8-R"), Charset.forName("ISO-8859-15"));
        for (Charset charset : charsets) {
            StringBuilder line = new StringBuilder(charset + ":");
            int same = 0;
            for (String text : texts) {
                byte[] bytes = text.getBytes(charset);
                String back = new String(bytes, charset);
                same += back.equals(text) ? 1 : 0;
                line.append(' ').append(bytes.length);
            }
            System.out.println(line + " same " + same + " " + hex("\u20ac\u00e9".getBytes(charset)) + " "
                + charset.canEncode() + " " + charset.newEncoder().canEncode('\u0416'));
        }
        System.out.println(visible(new String(new byte[] {(byte) 0xc3, 0x28, 'a', (byte) 0xe2, (byte) 0x82}, "UTF-8")) + " "
            + visible(new String(new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0}, "UTF-16")) + " "
            + visible(new String(new byte[] {(byte) 0xf0, (byte) 0x9f, (byte) 0x98}, "UTF-8")) + " "
            + visible(new String(new byte[] {(byte) 0xc0, (byte) 0x80}, "UTF-8")) + " "
            + visible(new String(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, 'x'}, "UTF-8")));
        for (int b = 0x80; b < 0x100; b += 0x1b) {
            System.out.print(Integer.toHexString(b) + "=" + visible(new String(new byte[] {(byte) b}, "windows-1252")) + "/"
                + visible(new String(new byte[] {(byte) b}, "ISO-8859-15")) + "/"
                + visible(new String(new byte[] {(byte) b}, "IBM437")) + " ");
        }
        System.out.println();
        System.out.println(Charset.forName("latin1") + " " + Charset.forName("utf8") + " "
            + StandardCharsets.US_ASCII.aliases().contains("ASCII") + " " + Charset.isSupported("UTF-8") + " "
            + Charset.isSupported("no-such") + " " + StandardCharsets.UTF_8.contains(Charset.forName("KOI8-R")) + " "
            + StandardCharsets.ISO_8859_1.compareTo(StandardCharsets.UTF_8));
        for (String name : new String[] {"no-such", "bad name", ""}) {
            try {
                Charset.forName(name);
            } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        try {
            "x".getBytes("none");
        } catch (java.io.UnsupportedEncodingException e) {
            System.out.println("checked " + e.getMessage());
        }
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        System.out.println(java.util.Arrays.equals(all, new String(all, StandardCharsets.ISO_8859_1)
            .getBytes(StandardCharsets.ISO_8859_1)) + " " + new String(all, StandardCharsets.UTF_8).length() + " "
            + new String(all, StandardCharsets.US_ASCII).chars().filter(c -> c == 0xfffd).count());
    }
}
