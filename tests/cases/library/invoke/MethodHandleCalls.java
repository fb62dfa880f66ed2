//@ run-native
// Exercises MethodHandles.Lookup finders and invokeExact, invoke, bindTo, and the errors of mismatched calls.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.List;

public class MethodHandleCalls {
    static class Base {
        String who() {
            return "base";
        }
    }

    static class Derived extends Base {
        private int hidden = 5;
        static long total = 10;

        Derived() { }

        Derived(int hidden) {
            this.hidden = hidden;
        }

        @Override
        String who() {
            return "derived " + hidden;
        }

        String viaSuper() throws Throwable {
            MethodHandle special = MethodHandles.lookup()
                .findSpecial(Base.class, "who", MethodType.methodType(String.class), Derived.class);
            return (String) special.invoke(this);
        }

        private static int twice(int x) {
            return 2 * x;
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        MethodHandle concat = lookup.findVirtual(String.class, "concat",
            MethodType.methodType(String.class, String.class));
        MethodHandle max = lookup.findStatic(Math.class, "max",
            MethodType.methodType(long.class, long.class, long.class));
        System.out.println((int) length.invokeExact("four") + " " + (String) concat.invokeExact("a", "b")
            + " " + (long) max.invokeExact(3L, 9L));
        System.out.println((Object) length.invoke((Object) "boxed") + " " + max.invoke(3, (short) 4)
            + " " + (double) (long) max.invoke((byte) 1, 'A'));
        MethodHandle make = lookup.findConstructor(Derived.class, MethodType.methodType(void.class, int.class));
        Derived derived = (Derived) make.invokeExact(8);
        MethodHandle who = lookup.findVirtual(Base.class, "who", MethodType.methodType(String.class));
        Base base = derived;
        System.out.println((String) who.invokeExact(base) + " " + derived.viaSuper() + " " + who.type()
            + " " + make.type());
        MethodHandle getter = lookup.findGetter(Derived.class, "hidden", int.class);
        MethodHandle setter = lookup.findSetter(Derived.class, "hidden", int.class);
        setter.invokeExact(derived, 21);
        MethodHandle total = lookup.findStaticSetter(Derived.class, "total", long.class);
        total.invokeExact(99L);
        System.out.println((int) getter.invokeExact(derived) + " " + Derived.total
            + " " + (long) lookup.findStaticGetter(Derived.class, "total", long.class).invokeExact());
        System.out.println((int) lookup.findStatic(Derived.class, "twice", MethodType.methodType(int.class, int.class))
            .invokeExact(21));

        MethodHandle bound = concat.bindTo("hello ");
        System.out.println((String) bound.invokeExact("world") + " " + bound.type()
            + " " + bound.invokeWithArguments("list"));
        MethodHandle format = lookup.findStatic(String.class, "format",
            MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println((String) format.invoke("%s-%s", "x", 5) + " " + format.isVarargsCollector()
            + " " + format.asFixedArity().invoke("%d", new Object[] {7}));
        MethodHandle unreflected = lookup.unreflect(List.class.getMethod("size"));
        System.out.println(unreflected.invoke(new ArrayList<>(List.of(1, 2, 3))) + " " + unreflected);

        attempt("exact mismatch", () -> length.invokeExact("x"));
        attempt("too many", () -> length.invoke("x", 1));
        attempt("bad cast", () -> length.invoke((Object) 5));
        attempt("missing", () -> lookup.findVirtual(String.class, "nothing", MethodType.methodType(void.class)));
        attempt("not static", () -> lookup.findStatic(String.class, "length", MethodType.methodType(int.class)));
        attempt("private elsewhere", () -> MethodHandles.publicLookup()
            .findStatic(Derived.class, "twice", MethodType.methodType(int.class, int.class)));
        attempt("target throws", () -> lookup.findStatic(Integer.class, "parseInt",
            MethodType.methodType(int.class, String.class)).invoke("z"));
        MethodType type = MethodType.methodType(String.class, int.class, long[].class, List.class);
        System.out.println(type + " " + type.toMethodDescriptorString() + " " + type.changeReturnType(void.class)
            + " " + type.dropParameterTypes(0, 2) + " " + type.generic() + " " + type.wrap()
            + " " + type.equals(MethodType.fromMethodDescriptorString("(I[JLjava/util/List;)Ljava/lang/String;",
            null)));
    }

    private interface Action {
        Object run() throws Throwable;
    }

    private static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": fine " + action.run());
        } catch (WrongMethodTypeException | ClassCastException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        } catch (Throwable t) {
            System.out.println(label + ": " + t);
        }
    }
}
