//@ check: safe
// Every way to flip two bits of a byte is a path of its own, and there are 28; what other tools kept means nothing here.
import gov.nasa.jpf.vm.Verify;

public class BitFlips {
    public static void main(String[] args) {
        byte flipped = Verify.getBitFlip((byte) 0x5A, 2);
        int difference = (flipped ^ 0x5A) & 0xFF;
        assert Integer.bitCount(difference) == 2;
        Verify.incrementCounter(difference);
        Verify.atLabel("flipped");
        Verify.freezeSharedness(args, true);
        Verify.storeTraceIf(false, "file", "comment");
        assert Verify.isCalledFromClass("BitFlips") && !Verify.isCalledFromClass("java.util.List");
        if (Verify.breakTransition("any", 1, 2) == 2) {
            int seen = 0;
            for (int i = 0; i < 256; i++) {
                if (Verify.getCounter(i) > 0) {
                    seen++;
                }
            }
            // The high bits come last.
            assert difference != 0xC0 || seen == 28 : seen;
        }
    }
}
