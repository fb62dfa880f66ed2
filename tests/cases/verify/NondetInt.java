//@ check: inconclusive
// An int has more values than are tried: without a finding the search is not complete.
import org.sosy_lab.sv_benchmarks.Verifier;

public class NondetInt {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        boolean flag = Verifier.nondetBoolean();
        Verifier.assume(number > 0);
        assert number != 0 || flag;
    }
}
