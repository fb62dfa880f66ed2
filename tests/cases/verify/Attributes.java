//@ check: inconclusive
// Attributes of values travel with each copy of a value, which nobody follows; that is not blamed on the program.
import gov.nasa.jpf.vm.Verify;

public class Attributes {
    public static void main(String[] args) {
        int i = 42;
        Verify.setLocalAttribute("i", 1);
        assert Verify.getLocalAttribute("i") == 1;
    }
}
