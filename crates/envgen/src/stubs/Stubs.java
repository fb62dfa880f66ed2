package jaywalkstubs;

import java.util.ArrayList;
import java.util.List;
import jaywalk.Verify;

/** What all stubs need. */
public final class Stubs {
    private Stubs() {}

    /** An object that has nothing but its identity, and a monitor. */
    public static final class Made {}

    /** Throws on what a method of the unit has thrown, whatever is declared. */
    @SuppressWarnings("unchecked")
    public static <T extends Throwable> void pass(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Remembers what was given, once. */
    public static void keep(List<Object> given, Object one) {
        if (one == null) {
            return;
        }
        Verify.beginAtomic();
        boolean isNew = true;
        for (Object known : given) {
            isNew &= known != one;
        }
        if (isNew) {
            given.add(one);
        }
        Verify.endAtomic();
    }

    /** Any of those that were given and are of the class; where there is none, this way is impossible. */
    public static <T> T pick(List<Object> given, Class<T> of) {
        Verify.beginAtomic();
        List<T> fitting = new ArrayList<>();
        for (Object known : given) {
            if (of.isInstance(known)) {
                fitting.add(of.cast(known));
            }
        }
        Verify.ignoreIf(fitting.isEmpty());
        T one = fitting.get(fitting.size() == 1 ? 0 : Verify.getInt(0, fitting.size() - 1));
        Verify.endAtomic();
        return one;
    }

    /** Any object of a class that can be reached; where there is none, this way is impossible. */
    public static <T> T any(Class<T> of) {
        T one = Verify.anyKnown(of);
        Verify.ignoreIf(one == null);
        return one;
    }

    /** An object of the library that no stub can make: nobody knows what is in it. */
    public static native <T> T cannotBeShown(Class<T> of);
}
