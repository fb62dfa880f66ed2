//@ check: assertion
// The least int is among the values that are tried.
import org.sosy_lab.sv_benchmarks.Verifier;

public class NondetIntFinds {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        String text = Verifier.nondetString();
        if (text.length() == 2) {
            assert Math.abs(number) >= 0;
        }
    }
}
