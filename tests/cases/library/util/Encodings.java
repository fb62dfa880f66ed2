//@ run-native
// Exercises Base64 in its variants, HexFormat, CRC32, Adler32, and UUIDs built from fixed data.
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

public class Encodings {
    public static void main(String[] args) {
        for (String text : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar"}) {
            byte[] data = text.getBytes(StandardCharsets.US_ASCII);
            String encoded = Base64.getEncoder().encodeToString(data);
            System.out.println("[" + encoded + "] [" + Base64.getEncoder().withoutPadding().encodeToString(data)
                + "] " + Arrays.equals(Base64.getDecoder().decode(encoded), data));
        }
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) (i * 7);
        }
        System.out.println(Base64.getUrlEncoder().encodeToString(Arrays.copyOf(all, 48))
            + " " + Base64.getEncoder().encodeToString(all).hashCode());
        String mime = Base64.getMimeEncoder(20, new byte[] {'~'}).encodeToString(Arrays.copyOf(all, 40));
        System.out.println(mime + " " + Arrays.equals(Base64.getMimeDecoder().decode(mime), Arrays.copyOf(all, 40))
            + " " + Base64.getMimeEncoder().encodeToString(all).split("\r\n").length);
        for (String bad : new String[] {"a", "ab=c", "ab*d", "abc", "Zg=", "=abc", "Zg==x"}) {
            try {
                System.out.println(Arrays.toString(Base64.getDecoder().decode(bad)));
            } catch (IllegalArgumentException e) {
                System.out.println(bad + ": " + e.getMessage());
            }
        }

        HexFormat hex = HexFormat.of();
        System.out.println(hex.formatHex(new byte[] {0, 127, -128, -1})
            + " " + hex.withUpperCase().withDelimiter(":").withPrefix("0x").formatHex(new byte[] {10, 11})
            + " " + Arrays.toString(hex.parseHex("00ff7f")) + " " + hex.toHexDigits((short) 255)
            + " " + hex.toHexDigits(1L << 40, 12) + " " + HexFormat.fromHexDigits("dead")
            + " " + HexFormat.isHexDigit('g') + " " + HexFormat.fromHexDigit('B') + " " + hex);
        for (String bad : new String[] {"abc", "zz"}) {
            try {
                hex.parseHex(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }

        for (Checksum checksum : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            checksum.update("123456789".getBytes(StandardCharsets.US_ASCII));
            long first = checksum.getValue();
            checksum.update(all, 10, 100);
            checksum.update(7);
            System.out.print(checksum.getClass().getSimpleName() + " " + Long.toHexString(first)
                + " " + Long.toHexString(checksum.getValue()));
            checksum.reset();
            System.out.println(" " + checksum.getValue());
        }

        UUID named = UUID.nameUUIDFromBytes("jaywalk".getBytes(StandardCharsets.UTF_8));
        UUID fixed = new UUID(0x0123456789abcdefL, 0x8edcba9876543210L);
        System.out.println(named + " " + named.version() + " " + named.variant() + " " + fixed + " " + fixed.hashCode()
            + " " + fixed.compareTo(named) + " " + UUID.fromString(fixed.toString()).equals(fixed)
            + " " + UUID.fromString("1-2-3-4-5"));
        try {
            UUID.fromString("not a uuid");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(UUID.randomUUID().version() + " " + UUID.randomUUID().toString().length());
    }
}
