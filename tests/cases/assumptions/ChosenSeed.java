//@ check: safe
//@ options: --strict
// A seed that the program has chosen gives the numbers of that seed, whatever is explored.
import java.util.Random;

public class ChosenSeed {
    public static void main(String[] args) {
        assert new Random(42).nextInt(6) == 2;
        Random random = new Random();
        random.setSeed(42);
        assert random.nextInt(6) == 2;
    }
}
