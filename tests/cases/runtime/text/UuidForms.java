//@ run-native
// Exercises UUID: from names, from strings, from bits, versions and variants, order, text, and errors; plus HexFormat and Base64.
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.TreeSet;
import java.util.UUID;

public class UuidForms {
    public static void main(String[] args) {
        for (String name : new String[] {"", "a", "jaywalk", "the quick brown fox"}) {
            UUID uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
            System.out.println(uuid + " " + uuid.version() + " " + uuid.variant() + " " + uuid.hashCode());
        }
        UUID parsed = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(parsed + " " + parsed.version() + " " + parsed.timestamp() + " " + parsed.clockSequence() + " "
            + Long.toHexString(parsed.node()) + " " + Long.toHexString(parsed.getMostSignificantBits()) + " "
            + Long.toHexString(parsed.getLeastSignificantBits()));
        System.out.println(UUID.fromString("1-2-3-4-5") + " " + UUID.fromString("ABCDEF00-0000-0000-0000-00000000ABCD") + " "
            + new UUID(0, 0) + " " + new UUID(-1, -1) + " " + new UUID(1, 2).equals(UUID.fromString("0-0-1-0-2")));
        TreeSet<UUID> sorted = new TreeSet<>(Arrays.asList(new UUID(1, 0), new UUID(0, 5), new UUID(0, -5), new UUID(-1, 0)));
        System.out.println(sorted);
        UUID random = UUID.randomUUID();
        System.out.println(random.version() + " " + random.variant() + " " + random.toString().length() + " "
            + UUID.fromString(random.toString()).equals(random));
        for (String bad : new String[] {"", "123", "1-2-3-4", "g0000000-0000-0000-0000-000000000000", "1-2-3-4-5-6"}) {
            try {
                System.out.println(UUID.fromString(bad));
            } catch (IllegalArgumentException e) {
                System.out.println("refused [" + bad + "]");
            }
        }
        for (Runnable wrong : new Runnable[] {random::timestamp, random::node, random::clockSequence}) {
            try {
                wrong.run();
            } catch (UnsupportedOperationException e) {
                System.out.println(e.getMessage());
            }
        }

        byte[] bytes = {0, 1, 127, -128, -1, 16};
        HexFormat plain = HexFormat.of();
        HexFormat fancy = HexFormat.ofDelimiter(", ").withPrefix("0x").withUpperCase();
        System.out.println(plain.formatHex(bytes) + " " + fancy.formatHex(bytes) + " " + plain.formatHex(bytes, 1, 3) + " "
            + Arrays.toString(plain.parseHex("00ff7F")) + " " + Arrays.toString(fancy.parseHex("0x01, 0xfe")) + " "
            + plain.toHexDigits((byte) 10) + " " + plain.toHexDigits(255L, 4) + " " + HexFormat.fromHexDigits("1a2B") + " "
            + HexFormat.isHexDigit('g') + " " + fancy);
        for (String bad : new String[] {"0", "0g"}) {
            try {
                plain.parseHex(bad);
            } catch (IllegalArgumentException e) {
                System.out.println("hex " + e.getClass().getSimpleName());
            }
        }
        byte[] data = "any carnal pleas>>>???".getBytes(StandardCharsets.US_ASCII);
        System.out.println(Base64.getEncoder().encodeToString(data) + " " + Base64.getUrlEncoder().withoutPadding()
            .encodeToString(data) + " " + new String(Base64.getMimeDecoder().decode("YW55\r\nIGNh*cm5h\nbA=="), StandardCharsets.US_ASCII)
            + " " + Base64.getMimeEncoder(8, new byte[] {'|'}).encodeToString(data));
        for (String bad : new String[] {"abc$", "a", "ab=c", "YQ"}) {
            try {
                System.out.println(Arrays.toString(Base64.getDecoder().decode(bad)));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
