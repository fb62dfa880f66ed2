//@ run-native
// Without a seed every choice takes its first value.
import gov.nasa.jpf.vm.Verify;
import org.sosy_lab.sv_benchmarks.Verifier;

public class PlainRunFirst {
    public static void main(String[] args) {
        System.out.println(Verify.getInt(3, 9) + " " + Verify.getBoolean() + " " + Verify.getBoolean(false) + " " + Verify.random(4));
        System.out.println(Verify.getIntFromList(8, 9) + " " + Verifier.nondetInt() + " " + Verifier.nondetByte() + " " + Verify.NO_VALUE);
        System.out.println(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE) + " " + Verify.random(Integer.MAX_VALUE));
        Verify.setObjectAttribute(args, 3);
        Verify.assertTrue(true);
        Verify.assertTrue(args.length > 0);
    }
}
