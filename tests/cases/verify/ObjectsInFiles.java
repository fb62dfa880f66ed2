//@ check: assertion
//@ writes
// A file is part of the state: each path reads what it has written itself.
import gov.nasa.jpf.vm.Verify;
import java.io.Serializable;

public class ObjectsInFiles {
    static class Base implements Serializable { int s; }

    static class Thing extends Base { int i; transient int t = 9; int[][] table = {{1}, {2, 3}}; }

    public static void main(String[] args) {
        Thing thing = new Thing();
        thing.s = 1;
        thing.i = Verify.getInt(2, 3);
        Verify.writeObjectToFile(thing, "thing.ser");
        Thing again = Verify.readObjectFromFile(Thing.class, "thing.ser");
        assert again != thing && again.s == 1 && again.i == thing.i && again.t == 0 && again.table[1][1] == 3;
        try {
            Verify.readObjectFromFile(String.class, "thing.ser");
            assert false;
        } catch (ClassCastException expected) {
        }
        assert again.i == 2;
    }
}
