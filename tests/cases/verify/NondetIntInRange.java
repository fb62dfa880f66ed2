//@ check: safe
//@ options: -Djaywalk.nondet.int=0..20 -Djaywalk.nondet.char=a,b
// A range that the user names is all there is.
import org.sosy_lab.sv_benchmarks.Verifier;

public class NondetIntInRange {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        byte small = Verifier.nondetByte();
        char letter = Verifier.nondetChar();
        Verifier.assume(small > 120 && number > 17);
        assert number >= 18 && number <= 20;
        assert letter == 'a' || letter == 'b';
    }
}
