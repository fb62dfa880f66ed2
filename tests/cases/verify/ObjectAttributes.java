//@ check: assertion
// What is attached to an object stays with it, is taken back with the path, and comes in any order from two threads.
import gov.nasa.jpf.vm.Verify;

public class ObjectAttributes {
    public static void main(String[] args) throws InterruptedException {
        String object = new String("x");
        if (Verify.getBoolean()) {
            Verify.setObjectAttribute(object, 9);
            Verify.setObjectAttribute(object, 42);
            assert Verify.getObjectAttribute(object) == 42 && Verify.getObjectAttributes(object).length == 1;
            return;
        }
        assert Verify.getObjectAttribute(object) == 0 && Verify.getObjectAttributes(object).length == 0;
        Thread other = new Thread(() -> Verify.addObjectAttribute(object, 1));
        other.start();
        Verify.addObjectAttribute(object, 2);
        other.join();
        assert Verify.getObjectAttributes(object).length == 2 && Verify.getObjectAttribute(new String("x")) == 0;
        assert Verify.getObjectAttribute(object) == 1;
    }
}
