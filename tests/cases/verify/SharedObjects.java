//@ check: safe
// An object is shared once others can reach it.
import gov.nasa.jpf.vm.Verify;

public class SharedObjects {
    static Object published;

    public static void main(String[] args) {
        Object[] holder = new Object[1];
        Object object = new Object();
        holder[0] = object;
        assert !Verify.isShared(object);
        published = holder;
        assert Verify.isShared(object) && Verify.isShared(holder);
        Object other = new Object();
        Verify.setShared(other, true);
        assert Verify.isShared(other);
    }
}
