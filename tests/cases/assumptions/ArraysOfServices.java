//@ check: assertion
// Whoever fills an array of the program's can be seen doing so, a security provider too.
import java.security.SecureRandom;

public class ArraysOfServices {
    static final byte[] shared = new byte[2];

    public static void main(String[] args) throws Exception {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(1);
        byte[] filled = new byte[2];
        random.nextBytes(filled);
        SecureRandom again = SecureRandom.getInstance("SHA1PRNG");
        again.setSeed(1);
        Thread other = new Thread(() -> again.nextBytes(shared));
        other.start();
        byte first = shared[0];
        byte second = shared[1];
        other.join();
        assert filled[0] != 0 && filled[1] != 0;
        assert first == 0 || second != 0; //~ assertion: java.lang.AssertionError
    }
}
