//@ check: safe
//@ structures: 2
// Any of two threads may be the one that initializes a class; the other waits.
import jaywalk.Verify;

public class WhoInitializes {
    static final class Lazy {
        static final String NAME = Thread.currentThread().getName();
        static final int LENGTH = slowly();

        static int slowly() {
            Thread.yield();
            return NAME.length();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[2];
        Thread one = new Thread(() -> seen[0] = Lazy.LENGTH, "a");
        Thread two = new Thread(() -> seen[1] = Lazy.LENGTH, "bb");
        one.start();
        two.start();
        one.join();
        two.join();
        assert seen[0] == seen[1] && seen[0] > 0;
        Verify.stopIfVisited(seen);
    }
}
