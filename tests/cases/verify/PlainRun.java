//@ run-native
//@ options: -Djaywalk.seed=42 -Dlevel.min=1 -Dlevel.max=6
// A program that is only run takes what the seed says, the same under java.
import gov.nasa.jpf.vm.Verify;
import org.sosy_lab.sv_benchmarks.Verifier;

public class PlainRun {
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            Verify.print(Verify.getInt(1, 100) + " ");
            System.out.print(Verify.getBoolean() + " " + Verify.getBoolean(false) + " " + Verify.random(15) + " ");
            System.out.print(Verify.getIntFromList(1, 2, 3) + " " + Verify.getDoubleFromList(0.5, 1.5, 2.5) + " ");
            System.out.println(Verify.getLongFromList(1L, 2L) + " " + Verify.getFloatFromList(9f) + " " + Verify.getInt("level"));
        }
        for (int i = 0; i < 5; i++) {
            System.out.print(Verifier.nondetInt() + " " + Verifier.nondetByte() + " " + Verifier.nondetBoolean() + " ");
            System.out.print(Verifier.nondetLong() + " " + Verifier.nondetShort() + " " + (int) Verifier.nondetChar() + " ");
            System.out.println(Verifier.nondetDouble() + " " + Verifier.nondetFloat() + " '" + Verifier.nondetString() + "'");
        }
        System.out.print(Verify.getBitFlip(5, 2) + " " + Verify.getBitFlip(5L, 3) + " " + Verify.getBitFlip((byte) 5, 1) + " ");
        System.out.print((int) Verify.getBitFlip('a', 1) + " " + Verify.getBitFlip((short) -1, 7) + " " + Verify.getBitFlip(0L, 2, 5) + " ");
        System.out.println(Verify.breakTransition("why", 3, 9) + " " + Verify.isCalledFromClass("PlainRun") + Verify.isCalledFromClass("Other"));
        try {
            Verify.getBitFlip(1, 8);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Verify.atLabel("here");
        Verify.printPathOutput("told anyway");
        Verify.storeTrace("file", "comment");
        Verify.beginAtomic();
        Verify.endAtomic();
        Verify.stopIfVisited(args);
        Verify.setCounter(3, 5);
        Verify.incrementCounter(3);
        Verify.putValue("x", 7);
        Verify.setBitInBitSet(2, 9, true);
        System.out.println(Verify.getCounter(3) + " " + Verify.getValue("x") + " " + Verify.getValue("y") + " " + Verify.getBitInBitSet(2, 9));
        Verify.setHeuristicSearchValue(4);
        System.out.println(Verify.getHeuristicSearchValue() + " " + Verify.isRunningInJPF() + " " + Verify.vmIsMatchingStates());
        Verify.threadPrintln("hello");
        Verify.print("a", "b", "c");
        Verify.print(" n", 3);
        Verify.print(" t", true);
        Verify.println();
        Verify.log("x", Verify.INFO, "to the log");
        try {
            Verify.assertTrue("a message", false);
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            Verify.getInt(3, 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Verify.ignoreIf(true);
        System.out.println("not reached");
    }
}
