//@ check: safe
//@ outputs: 32
// Security providers do at once what they are asked for: lists of providers, caches and seeds are theirs alone.
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.UUID;

public class ProvidersAtOnce {
    static final SecureRandom random = new SecureRandom();
    static UUID first, second;

    static UUID identifier() {
        random.nextLong();
        return UUID.randomUUID();
    }

    public static void main(String[] args) throws InterruptedException, NoSuchAlgorithmException {
        // What is done once is done before there is anybody else.
        UUID before = identifier();
        int length = MessageDigest.getInstance("SHA-256").digest().length;
        Thread other = new Thread(() -> first = identifier());
        other.start();
        second = identifier();
        other.join();
        assert !first.equals(second) && !second.equals(before);
        assert first.version() == 4 && first.variant() == 2;
        System.out.print(length);
    }
}
