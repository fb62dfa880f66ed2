//@ check: exception
// A choice with an empty range is an error in the program, and says so.
import gov.nasa.jpf.vm.Verify;

public class EmptyChoice {
    public static void main(String[] args) {
        int many = Verify.getInt(0, 3);
        try {
            Verify.getIntFromList();
            throw new AssertionError("an empty list");
        } catch (IllegalArgumentException expected) {
            assert expected.getMessage().contains("empty range");
        }
        Verify.getInt(2, many);
    }
}
