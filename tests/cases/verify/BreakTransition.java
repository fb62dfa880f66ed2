//@ check: safe
// Breaking a step is no operation of its own: the result is the same.
import gov.nasa.jpf.vm.Verify;

public class BreakTransition {
    static int count;

    static synchronized void increase() {
        Verify.breakTransition("here");
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(BreakTransition::increase);
        other.start();
        increase();
        other.join();
        Verify.breakTransition("there");
        assert count == 2 : count;
        assert Verify.isRunningInJPF() && Verify.vmIsMatchingStates();
    }
}
