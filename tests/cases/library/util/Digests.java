//@ run-native
// Exercises MessageDigest and Mac through the provider machinery with well-known test vectors.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Digests {
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] args) throws Exception {
        String[] inputs = {"", "abc", "The quick brown fox jumps over the lazy dog", "x".repeat(200)};
        for (String algorithm : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            System.out.println(digest.getAlgorithm() + " " + digest.getDigestLength());
            for (String input : inputs) {
                System.out.println(HEX.formatHex(digest.digest(input.getBytes(StandardCharsets.US_ASCII))));
            }
        }
        MessageDigest pieces = MessageDigest.getInstance("SHA-256");
        for (char c : "abc".toCharArray()) {
            pieces.update((byte) c);
        }
        MessageDigest branch = (MessageDigest) pieces.clone();
        branch.update("def".getBytes(StandardCharsets.US_ASCII));
        System.out.println(HEX.formatHex(pieces.digest())
            .equals(HEX.formatHex(MessageDigest.getInstance("SHA-256")
            .digest("abc".getBytes(StandardCharsets.US_ASCII)))));
        System.out.println(HEX.formatHex(branch.digest()));
        System.out.println(MessageDigest.isEqual(new byte[] {1, 2}, new byte[] {1, 2})
            + " " + MessageDigest.isEqual(new byte[] {1}, new byte[] {2}));

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        System.out.println(HEX.formatHex(mac.doFinal(inputs[2].getBytes(StandardCharsets.US_ASCII))));
        try {
            MessageDigest.getInstance("SHA-0");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
    }
}
