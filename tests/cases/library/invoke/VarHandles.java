//@ run-native
// Exercises VarHandle on instance fields, static fields, arrays and byte-array views: plain, volatile, CAS, and arithmetic.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

public class VarHandles {
    private int count = 10;
    private volatile String text = "first";
    private long wide = 1L << 40;
    private boolean flag;
    private static double ratio = 0.5;
    private final int fixed = 3;

    private static final VarHandle COUNT;
    private static final VarHandle TEXT;
    private static final VarHandle WIDE;
    private static final VarHandle FLAG;
    private static final VarHandle RATIO;
    private static final VarHandle FIXED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(VarHandles.class, "count", int.class);
            TEXT = lookup.findVarHandle(VarHandles.class, "text", String.class);
            WIDE = lookup.findVarHandle(VarHandles.class, "wide", long.class);
            FLAG = lookup.findVarHandle(VarHandles.class, "flag", boolean.class);
            RATIO = lookup.findStaticVarHandle(VarHandles.class, "ratio", double.class);
            FIXED = lookup.findVarHandle(VarHandles.class, "fixed", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandles v = new VarHandles();
        COUNT.set(v, 11);
        System.out.println((int) COUNT.get(v) + " " + (int) COUNT.getAndAdd(v, 5) + " " + (int) COUNT.getVolatile(v)
            + " " + COUNT.compareAndSet(v, 16, 20) + " " + COUNT.compareAndSet(v, 16, 30) + " " + v.count);
        System.out.println((int) COUNT.getAndSet(v, 12) + " " + (int) COUNT.getAndBitwiseOr(v, 3)
            + " " + (int) COUNT.getAndBitwiseAnd(v, 6) + " " + (int) COUNT.getAndBitwiseXor(v, 5) + " " + v.count);
        System.out.println((int) COUNT.compareAndExchange(v, 3, 50) + " " + (int) COUNT.compareAndExchange(v, 3, 60)
            + " " + v.count);
        System.out.println((String) TEXT.getAcquire(v) + " " + (String) TEXT.getAndSet(v, "second")
            + " " + TEXT.compareAndSet(v, "second", "third") + " " + v.text);
        WIDE.setRelease(v, -1L);
        FLAG.setOpaque(v, true);
        System.out.println((long) WIDE.getAndAdd(v, 1L << 33) + " " + v.wide + " " + (boolean) FLAG.getAndSet(v, false)
            + " " + v.flag);
        RATIO.setVolatile(2.25);
        System.out.println((double) RATIO.get() + " " + ratio + " " + (int) FIXED.get(v));

        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        int[] array = {1, 2, 3};
        System.out.println((int) ints.getAndAdd(array, 1, 40) + " " + ints.compareAndSet(array, 0, 1, 9)
            + " " + Arrays.toString(array));
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        String[] words = {"a", "b"};
        strings.setVolatile(words, 1, "z");
        System.out.println((String) strings.get(words, 1) + " " + Arrays.toString(words));
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        VarHandle little = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[12];
        view.set(bytes, 2, 0x01020304);
        System.out.println(Arrays.toString(bytes) + " " + Integer.toHexString((int) view.get(bytes, 3))
            + " " + Long.toHexString((long) little.get(bytes, 0)));

        System.out.println(COUNT.varType() + " " + COUNT.coordinateTypes() + " " + ints.coordinateTypes()
            + " " + RATIO.coordinateTypes() + " " + FIXED.isAccessModeSupported(VarHandle.AccessMode.SET)
            + " " + FLAG.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
        attempt("final set", () -> FIXED.set(v, 4));
        attempt("array bounds", () -> ints.get(array, 3));
        attempt("wrong type", () -> COUNT.set(v, "text"));
        attempt("null receiver", () -> COUNT.get((VarHandles) null));
        attempt("add on reference", () -> TEXT.getAndAdd(v, "x"));
        attempt("array store", () -> strings.set(words, 0, (Object) 5));
        VarHandle.fullFence();
        System.out.println(v.fixed + " " + v.count
            + " " + VarHandle.AccessMode.valueFromMethodName("getAndSetAcquire"));
    }

    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(label + ": " + e.getMessage());
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }
}
