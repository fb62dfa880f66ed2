//@ run-native
// Exercises every way to find a method handle: virtual, static, special, constructor, getters, setters, and unreflection.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

public class HandleFinders {
    private int count = 3;
    private static String shared = "static";

    private HandleFinders() { }

    private HandleFinders(int count) {
        this.count = count;
    }

    static class Base {
        String who() {
            return "base";
        }
    }

    static class Derived extends Base {
        @Override
        String who() {
            return "derived";
        }

        static MethodHandle superWho() throws ReflectiveOperationException {
            return MethodHandles.lookup().findSpecial(Base.class, "who", MethodType.methodType(String.class),
                Derived.class);
        }
    }

    private int add(int more) {
        return count + more;
    }

    private static long twice(long n) {
        return 2 * n;
    }

    interface Finder {
        MethodHandle find() throws ReflectiveOperationException;
    }

    private static void attempt(String label, Finder finder) {
        try {
            System.out.println(label + ": " + finder.find().type());
        } catch (ReflectiveOperationException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle add = lookup.findVirtual(HandleFinders.class, "add", MethodType.methodType(int.class, int.class));
        HandleFinders target = new HandleFinders();
        System.out.println((int) add.invokeExact(target, 4) + " " + add.type());
        MethodHandle twice = lookup.findStatic(HandleFinders.class, "twice",
            MethodType.methodType(long.class, long.class));
        System.out.println((long) twice.invokeExact(21L) + " " + (long) twice.invoke(21));
        MethodHandle make = lookup.findConstructor(HandleFinders.class, MethodType.methodType(void.class, int.class));
        HandleFinders made = (HandleFinders) make.invokeExact(50);
        MethodHandle getter = lookup.findGetter(HandleFinders.class, "count", int.class);
        MethodHandle setter = lookup.findSetter(HandleFinders.class, "count", int.class);
        setter.invokeExact(made, 60);
        System.out.println(make.type() + " " + (int) getter.invokeExact(made) + " " + setter.type());
        MethodHandle staticGetter = lookup.findStaticGetter(HandleFinders.class, "shared", String.class);
        MethodHandle staticSetter = lookup.findStaticSetter(HandleFinders.class, "shared", String.class);
        staticSetter.invokeExact("changed");
        System.out.println((String) staticGetter.invokeExact());

        System.out.println((String) Derived.superWho().invokeExact(new Derived()));
        MethodHandle who = lookup.findVirtual(Base.class, "who", MethodType.methodType(String.class));
        System.out.println((String) who.invokeExact((Base) new Derived()));
        MethodHandle size = lookup.findVirtual(List.class, "size", MethodType.methodType(int.class));
        System.out.println((int) size.invoke(List.of(1, 2, 3)) + " " + (int) size.invoke(new ArrayList<>()));
        MethodHandle bound = lookup.bind("bound text", "substring", MethodType.methodType(String.class, int.class));
        System.out.println((String) bound.invokeExact(6) + " " + bound.type());

        MethodHandle unreflected = lookup.unreflect(HandleFinders.class.getDeclaredMethod("add", int.class));
        MethodHandle fromConstructor = lookup.unreflectConstructor(ArrayList.class.getConstructor(int.class));
        MethodHandle fieldGetter = lookup.unreflectGetter(HandleFinders.class.getDeclaredField("count"));
        System.out.println((int) unreflected.invoke(made, 1) + " " + fromConstructor.invoke(10) + " "
            + fieldGetter.invoke(made) + " " + fieldGetter.type());
        attempt("wrong return", () -> lookup.findVirtual(HandleFinders.class, "add",
            MethodType.methodType(long.class, int.class)));
        attempt("static as virtual", () -> lookup.findVirtual(HandleFinders.class, "twice",
            MethodType.methodType(long.class, long.class)));
        attempt("missing field", () -> lookup.findGetter(HandleFinders.class, "absent", int.class));
        attempt("private from outside", () -> MethodHandles.publicLookup().findVirtual(HandleFinders.class, "add",
            MethodType.methodType(int.class, int.class)));
        attempt("public from outside", () -> MethodHandles.publicLookup().findVirtual(String.class, "isEmpty",
            MethodType.methodType(boolean.class)));
        System.out.println(lookup.lookupClass().getSimpleName() + " " + lookup.in(String.class) + " "
            + MethodHandles.publicLookup() + " " + lookup.revealDirect(add).getName());
    }
}
