//@ check: safe
//@ structures: 25
// Twelve ways through two choices: the states of a triple before, between and after them are told apart.
import jaywalk.Verify;

public class ChoicesCount {
    static final class Pair {
        int first;
        boolean second;
        int more;
    }

    public static void main(String[] args) {
        Pair pair = new Pair();
        Verify.stopIfVisited(pair);
        pair.first = Verify.getInt(1, 4);
        pair.second = Verify.getBoolean();
        Verify.stopIfVisited(pair);
        pair.more = Verify.getIntFromList(3, 3, 5);
        Verify.stopIfVisited(pair);
    }
}
