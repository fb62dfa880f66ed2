//@ check: safe
// The same program with the numbers of one seed; that is an assumption.
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

public class OneSeed {
    public static void main(String[] args) {
        int dice = new Random().nextInt(6) + ThreadLocalRandom.current().nextInt(1, 7);
        assert dice != 11 || Math.random() < 0.9 : "unlucky";
    }
}
