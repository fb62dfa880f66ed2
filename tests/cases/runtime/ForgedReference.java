//@ check: inconclusive
// A number in the place of a reference would be an object that is none: it is refused, and not called a violation of the program.
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class ForgedReference {
    Object held = new Object();

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        ForgedReference forged = new ForgedReference();
        unsafe.putInt(forged, unsafe.objectFieldOffset(ForgedReference.class.getDeclaredField("held")), 12345);
        System.out.println(forged.held.hashCode());
    }
}
