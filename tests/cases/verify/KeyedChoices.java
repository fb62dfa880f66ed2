//@ check: assertion
//@ options: -Dsize.min=2 -Dsize.max=4 -Dstep.values=10,20 -Dspeed.values=0.5:2.5
// Choices that are set up outside of the program, by properties.
import gov.nasa.jpf.vm.Verify;

public class KeyedChoices {
    public static void main(String[] args) {
        int size = Verify.getInt("size");
        int step = Verify.getInt("step");
        double speed = Verify.getDouble("speed");
        if (size == 4 && step == 20 && speed == 2.5) {
            throw new AssertionError("the last of each");
        }
        assert size >= 2 && size < 5 && (step == 10 || step == 20) && speed > 0;
    }
}
