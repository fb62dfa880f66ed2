//@ run-native
// Exercises the type rules of invokeExact and invoke: exact matches, conversions, and the messages of wrong method types.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

public class HandleTypeErrors {
    static int half(int n) {
        return n / 2;
    }

    static String text(Object value) {
        return "text " + value;
    }

    static void nothing(long value) { }

    interface Body {
        Object run() throws Throwable;
    }

    private static void attempt(String label, Body body) {
        try {
            System.out.println(label + ": " + body.run());
        } catch (WrongMethodTypeException e) {
            System.out.println(label + ": wrong type");
        } catch (Throwable e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle half = lookup.findStatic(HandleTypeErrors.class, "half", MethodType.methodType(int.class, int.class));
        MethodHandle text = lookup.findStatic(HandleTypeErrors.class, "text",
            MethodType.methodType(String.class, Object.class));
        MethodHandle nothing = lookup.findStatic(HandleTypeErrors.class, "nothing",
            MethodType.methodType(void.class, long.class));

        attempt("exact", () -> (int) half.invokeExact(10));
        attempt("exact with short", () -> (int) half.invokeExact((short) 10));
        attempt("exact with Integer", () -> (int) half.invokeExact(Integer.valueOf(10)));
        attempt("exact, result as Object", () -> (Object) half.invokeExact(10));
        attempt("exact, result dropped", () -> {
            half.invokeExact(10);
            return "dropped";
        });
        attempt("exact with String for Object", () -> (String) text.invokeExact("s"));
        attempt("exact with Object", () -> (String) text.invokeExact((Object) "s"));
        attempt("exact, too many", () -> (int) half.invokeExact(1, 2));

        attempt("invoke with short", () -> (int) half.invoke((short) 10));
        attempt("invoke with Integer", () -> (int) half.invoke(Integer.valueOf(10)));
        attempt("invoke with Object", () -> (int) half.invoke((Object) 10));
        attempt("invoke with wrong Object", () -> (int) half.invoke((Object) "ten"));
        attempt("invoke with null", () -> (int) half.invoke((Object) null));
        attempt("invoke with long", () -> (int) half.invoke(10L));
        attempt("invoke, result as long", () -> (long) half.invoke(10));
        attempt("invoke, result as short", () -> (short) half.invoke(10));
        attempt("invoke, result as Number", () -> (Number) half.invoke(10));
        attempt("invoke, result as String", () -> (String) half.invoke(10));
        attempt("invoke, too few", () -> (int) half.invoke());
        attempt("invoke with int for Object", () -> (String) text.invoke(5));
        attempt("invoke, void as Object", () -> (Object) nothing.invoke(5L));
        attempt("invoke, int for long", () -> {
            nothing.invoke(5);
            return "widened";
        });

        attempt("asType to long", () -> half.asType(MethodType.methodType(long.class, byte.class)).type());
        attempt("asType to boolean", () -> half.asType(MethodType.methodType(boolean.class, int.class)));
        attempt("asType arity", () -> half.asType(MethodType.methodType(int.class)));
        attempt("asType to itself", () -> half.asType(half.type()) == half);
        attempt("bind a primitive", () -> half.bindTo(5));
        attempt("bind wrong", () -> lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)).bindTo(5));
        attempt("insert wrong", () -> MethodHandles.insertArguments(half, 0, "text"));
        attempt("insert too many", () -> MethodHandles.insertArguments(half, 0, 1, 2));
        attempt("filter mismatch", () -> MethodHandles.filterReturnValue(half, lookup.findVirtual(String.class, "length",
            MethodType.methodType(int.class))));
        attempt("guard mismatch", () -> MethodHandles.guardWithTest(half, half, half));
        attempt("message", () -> {
            try {
                return (long) half.invokeExact(10);
            } catch (WrongMethodTypeException e) {
                return e.getMessage().contains("(int)int") && e.getMessage().contains("(int)long");
            }
        });
    }
}
