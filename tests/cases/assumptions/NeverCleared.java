//@ check: safe
// A real machine clears the reference here sooner or later.
import java.lang.ref.WeakReference;

public class NeverCleared {
    public static void main(String[] args) {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        System.gc();
        assert reference.get() != null;
    }
}
