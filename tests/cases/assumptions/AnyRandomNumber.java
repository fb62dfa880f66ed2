//@ check: assertion
//@ options: --random explore
// A generator without a seed may give any number.
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

public class AnyRandomNumber {
    public static void main(String[] args) {
        int dice = new Random().nextInt(6) + ThreadLocalRandom.current().nextInt(1, 7);
        assert dice != 11 || Math.random() < 0.9 : "unlucky";
    }
}
