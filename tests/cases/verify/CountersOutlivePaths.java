//@ check: assertion
// Counters, values and bits are kept when the search goes back: only the last of four paths sees them all.
import gov.nasa.jpf.vm.Verify;

public class CountersOutlivePaths {
    public static void main(String[] args) {
        assert Verify.getValue("nothing") == Verify.NO_VALUE;
        int which = Verify.getInt(0, 3);
        Verify.setBitInBitSet(1, which, true);
        Verify.putValue("last", which);
        if (Verify.incrementCounter(0) == 4) {
            boolean all = true;
            for (int bit = 0; bit < 4; bit++) {
                all &= Verify.getBitInBitSet(1, bit);
            }
            assert Verify.getValue("last") == 3 && Verify.getCounter(0) == 4 && !Verify.getBitInBitSet(0, 1);
            if (all) {
                throw new AssertionError("the fourth path");
            }
        }
    }
}
