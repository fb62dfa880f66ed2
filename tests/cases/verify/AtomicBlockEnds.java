//@ check: assertion
// After the block others run again: the second update is not protected.
import gov.nasa.jpf.vm.Verify;

public class AtomicBlockEnds {
    static int count;

    static void increase() {
        Verify.beginAtomic();
        count++;
        Verify.endAtomic();
        // One end too many ends nothing.
        Verify.endAtomic();
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicBlockEnds::increase);
        other.start();
        increase();
        other.join();
        assert count == 4 : count;
    }
}
