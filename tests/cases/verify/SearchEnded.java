//@ check: inconclusive
// A program that ends the search has not been searched.
import gov.nasa.jpf.vm.Verify;

public class SearchEnded {
    public static void main(String[] args) {
        if (Verify.getInt(0, 9) == 1) {
            Verify.terminateSearch();
        }
    }
}
