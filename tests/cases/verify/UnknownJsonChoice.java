//@ check: inconclusive
// Choices that JPF is given by a configuration are not known, and that is not blamed on the program.
import gov.nasa.jpf.vm.Verify;

public class UnknownJsonChoice {
    static class Thing { boolean b; }

    public static void main(String[] args) {
        Verify.createFromJSON(Thing.class, "{'b': TF()}");
    }
}
