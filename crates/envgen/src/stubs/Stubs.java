package jaywalkstubs;

import java.lang.reflect.Array;
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

    /** What the unit gave to the code behind stubs, which may have kept it when the unit has it no more. */
    private static final List<Object> held = new ArrayList<>();

    /** Sees to it that {@link #any} finds an object from now on, and what is in an array. */
    public static <T> T hold(T one) {
        holdOne(one);
        if (one instanceof Object[]) {
            for (Object element : (Object[]) one) {
                holdOne(element);
            }
        }
        return one;
    }

    /** What a method of the unit has returned, some time: there is no end of it where each call makes an object. */
    private static Object returned;

    /** Sees to it that {@link #any} may find an object from now on, in the place of the one before it. */
    public static void returned(Object one) {
        if (!isPlain(one) && Verify.getBoolean()) {
            returned = one;
        }
    }

    /** Texts and boxes are not found where they are. */
    private static boolean isPlain(Object one) {
        boolean isBox = one instanceof Integer || one instanceof Long || one instanceof Short || one instanceof Byte;
        boolean isOther = one instanceof Boolean || one instanceof Character || one instanceof String;
        return isBox || isOther || one instanceof Float || one instanceof Double;
    }

    private static void holdOne(Object one) {
        if (!isPlain(one)) {
            keep(held, one);
        }
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

    /** One of several, each time anew. */
    public interface Choice {
        Object one();
    }

    /** A copy of an array: each element is what is there now, or what may have been there when it was copied. */
    public static <T> T copy(T of, Choice element) {
        return filled(of, Array.getLength(of), element, of);
    }

    /** An array of the class of one of those that were given, or of this one, with up to so many elements. */
    public static <T> T alike(Class<T> of, int most, Choice element, Object... given) {
        List<Object> fitting = new ArrayList<>();
        for (Object one : given) {
            if (of.isInstance(one)) {
                fitting.add(one);
            }
        }
        Class<?> made = of;
        if (!fitting.isEmpty()) {
            made = fitting.get(fitting.size() == 1 ? 0 : Verify.getInt(0, fitting.size() - 1)).getClass();
        }
        return filled(of.cast(Array.newInstance(made.getComponentType(), 0)), Verify.getInt(0, most), element, null);
    }

    @SuppressWarnings("unchecked")
    private static <T> T filled(T like, int length, Choice element, Object old) {
        Class<?> of = like.getClass().getComponentType();
        T made = (T) Array.newInstance(of, length);
        for (int i = 0; i < length; i++) {
            Object one = old != null && Verify.getBoolean() ? Array.get(old, i) : element.one();
            Verify.ignoreIf(one != null && !of.isPrimitive() && !of.isInstance(one));
            Array.set(made, i, one);
        }
        return made;
    }

    /** An object of the library that no stub can make: nobody knows what is in it. */
    public static native <T> T cannotBeShown(Class<T> of);
}
