//@ check: assertion
// Others may run between what comes before an atomic block and the block itself.
import gov.nasa.jpf.vm.Verify;

public class AtomicBlockBefore {
    static int count;

    static void increase() {
        int seen = count;
        Verify.beginAtomic();
        count = seen + 1;
        Verify.endAtomic();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicBlockBefore::increase);
        other.start();
        increase();
        other.join();
        assert count == 2 : count;
    }
}
