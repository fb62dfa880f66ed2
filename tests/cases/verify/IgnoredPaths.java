//@ check: safe
// A path that is ignored ends there: nothing after it counts, in any thread.
import gov.nasa.jpf.vm.Verify;

public class IgnoredPaths {
    static volatile boolean ignored;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (ignored) {
                throw new AssertionError("after the end");
            }
        });
        other.start();
        int number = Verify.getInt(0, 5);
        Verify.ignoreIf(number > 3);
        Verify.ignoreIf(number == 2);
        assert number <= 3 && number != 2;
        other.join();
        if (number == 1) {
            ignored = true;
            Verify.ignoreIf(true);
            throw new AssertionError("not ended");
        }
    }
}
