//@ check: trace
// A path that the program wants to keep is told like a finding.
import gov.nasa.jpf.vm.Verify;

public class StoredTrace {
    public static void main(String[] args) {
        int a = Verify.getInt(0, 20);
        int b = Verify.getInt(100, 120);
        Verify.storeTraceAndTerminateIf(a == 3 && b == 104 && !Verify.isTraceReplay(), "trace", "cut off here");
        Verify.storeTraceIf(false, null, null);
    }
}
