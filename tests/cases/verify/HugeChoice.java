//@ check: inconclusive
// More values than can be tried one by one are not tried at all, and not called safe.
import gov.nasa.jpf.vm.Verify;

public class HugeChoice {
    public static void main(String[] args) {
        int any = Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
        assert any != 12345;
    }
}
