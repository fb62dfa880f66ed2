//@ check: inconclusive
// What is not supported is not blamed on the program.
import gov.nasa.jpf.vm.Verify;

public class Attributes {
    public static void main(String[] args) {
        Verify.setObjectAttribute(args, 42);
        assert Verify.getObjectAttribute(args) == 42;
    }
}
