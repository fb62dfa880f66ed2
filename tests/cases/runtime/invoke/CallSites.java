//@ run-native
// Exercises call sites: constant, mutable and volatile ones, a handle that relinks itself, and switch points.
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;
import java.lang.invoke.WrongMethodTypeException;

public class CallSites {
    static String plain(Object value) {
        return "plain " + value;
    }

    static String loud(Object value) {
        return "LOUD " + value;
    }

    /** An inline cache in the small: it remembers the class it saw last and counts how often it was wrong. */
    static class Cache {
        private final MutableCallSite site = new MutableCallSite(MethodType.methodType(String.class, Object.class));
        private final MethodHandles.Lookup lookup = MethodHandles.lookup();
        private int misses;

        Cache() throws ReflectiveOperationException {
            site.setTarget(lookup.bind(this, "miss", site.type()));
        }

        String miss(Object receiver) throws Throwable {
            misses++;
            MethodHandle fresh = MethodHandles.insertArguments(lookup.findStatic(Cache.class, "named",
                MethodType.methodType(String.class, String.class, Object.class)), 0, receiver.getClass().getSimpleName());
            MethodHandle test = lookup.findStatic(Cache.class, "sameClass",
                MethodType.methodType(boolean.class, Class.class, Object.class)).bindTo(receiver.getClass());
            site.setTarget(MethodHandles.guardWithTest(test, fresh, lookup.bind(this, "miss", site.type())));
            return (String) fresh.invokeExact(receiver);
        }

        static boolean sameClass(Class<?> expected, Object receiver) {
            return receiver.getClass() == expected;
        }

        static String named(String name, Object receiver) {
            return name + ":" + receiver;
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(String.class, Object.class);
        MethodHandle plain = lookup.findStatic(CallSites.class, "plain", type);
        MethodHandle loud = lookup.findStatic(CallSites.class, "loud", type);
        CallSite constant = new ConstantCallSite(plain);
        MutableCallSite mutable = new MutableCallSite(plain);
        VolatileCallSite shared = new VolatileCallSite(type);
        MethodHandle throughMutable = mutable.dynamicInvoker();
        System.out.println((String) constant.dynamicInvoker().invokeExact((Object) 1) + ", "
            + (String) throughMutable.invokeExact((Object) 2));
        mutable.setTarget(loud);
        shared.setTarget(loud);
        MutableCallSite.syncAll(new MutableCallSite[] {mutable});
        System.out.println((String) throughMutable.invokeExact((Object) 3) + ", "
            + (String) shared.dynamicInvoker().invokeExact((Object) 4) + " " + (mutable.getTarget() == loud));
        try {
            constant.setTarget(loud);
        } catch (UnsupportedOperationException e) {
            System.out.println("a constant site stays");
        }
        try {
            mutable.setTarget(MethodHandles.constant(String.class, "x"));
        } catch (WrongMethodTypeException e) {
            System.out.println("the type stays " + mutable.type());
        }
        try {
            String unused = (String) new VolatileCallSite(type).dynamicInvoker().invokeExact((Object) "none");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }

        Cache cache = new Cache();
        StringBuilder line = new StringBuilder();
        for (Object value : new Object[] {1, 2, 3, "a", "b", 4.5, 6, 7}) {
            line.append((String) cache.site.dynamicInvoker().invokeExact(value)).append(' ');
        }
        System.out.println(line + "misses " + cache.misses);

        SwitchPoint point = new SwitchPoint();
        MethodHandle switching = point.guardWithTest(plain, loud);
        System.out.print((String) switching.invokeExact((Object) "before") + ", ");
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println((String) switching.invokeExact((Object) "after") + " " + point.hasBeenInvalidated());
    }
}
