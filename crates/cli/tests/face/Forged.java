import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Calls native methods of the JDK with what the JDK never gives them: null, numbers out of all bounds, objects of other
 * classes, objects that no constructor has seen and whose fields were written by Unsafe. Arguments: the first call to make,
 * how many methods are left out between two, a seed, classes.
 */
public class Forged {
    static final sun.misc.Unsafe UNSAFE;
    static final MethodHandles.Lookup ALL;
    static final MethodHandle FIELDS, OFFSET;

    static {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (sun.misc.Unsafe) field.get(null);
            Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
            ALL = (MethodHandles.Lookup) UNSAFE.getObject(UNSAFE.staticFieldBase(lookup), UNSAFE.staticFieldOffset(lookup));
            FIELDS = ALL.findVirtual(Class.class, "getDeclaredFields0", MethodType.methodType(Field[].class, boolean.class));
            Class<?> inner = Class.forName("jdk.internal.misc.Unsafe");
            Object own = ALL.findStatic(inner, "getUnsafe", MethodType.methodType(inner)).invoke();
            OFFSET = ALL.findVirtual(inner, "objectFieldOffset", MethodType.methodType(long.class, Field.class)).bindTo(own);
        } catch (Throwable e) {
            throw new Error(e);
        }
    }

    /** They end the program, wait for ever, or take its output away. */
    static final Set<String> LEFT_OUT = Set.of(
        "halt0", "park", "sleep", "sleep0", "sleepNanos0", "wait", "wait0", "waitForReferencePendingList", "beforeHalt", "setOut0", "setErr0", "join0", "poll", "poll0",
        "accept", "read0", "readBytes", "close0", "stop0", "suspend0");

    static final long[] NUMBERS = {
        0, -1, 1, 8, 12, 16, 17, -8, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 32, 0x7fff_ffff_ffffL, Long.MAX_VALUE, Long.MIN_VALUE
    };

    interface Shape {
        int area();
    }

    static class Square implements Shape {
        int side;
        private final int[] list = {1, 2};

        public int area() {
            return side * side;
        }
    }

    static final List<Object> KNOWN = new ArrayList<>();
    static Random random;
    static int depth;

    static void fill() throws Exception {
        Object[] self = new Object[1];
        self[0] = self;
        KNOWN.addAll(Arrays.asList(
            new Square(), "", "java/lang/String", "[I", "no.such.Name", "\uD800\u0000", new byte[0], new byte[3], new int[2], new long[1], new char[5], self,
            new Object[] {null, 1, "y"}, new String[] {"a", null}, new Class<?>[] {int.class, null}, new int[2][3], new Object(), 5, 6L, 'c', true, 1.5,
            int.class, void.class, String.class, int[].class, Shape.class, Square.class, Class.class, Thread.class, Thread.currentThread(), new Thread("never started"),
            new RuntimeException("r"), Square.class.getDeclaredField("list"), Square.class.getDeclaredMethod("area"), Square.class.getDeclaredConstructors()[0],
            Forged.class.getClassLoader(), Forged.class.getModule(), String.class.getModule(), new java.io.FileDescriptor(), MethodHandles.lookup(),
            MethodType.methodType(int.class, String.class), MethodHandles.lookup().findVirtual(Shape.class, "area", MethodType.methodType(int.class)),
            MethodHandles.lookup().findVarHandle(Square.class, "side", int.class), new StackTraceElement("a", "b", "c", 1), new StackTraceElement[] {null, null},
            java.nio.ByteBuffer.allocateDirect(8), new ArrayList<>(List.of(1)), new java.io.File("file"), (Runnable) () -> {}));
    }

    static Object value(Class<?> type) {
        long n = random.nextInt(6) == 0 ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)];
        if (type == int.class) return (int) n;
        if (type == long.class) return n;
        if (type == short.class) return (short) n;
        if (type == byte.class) return (byte) n;
        if (type == char.class) return (char) n;
        if (type == boolean.class) return (n & 1) == 0;
        if (type == float.class) return Float.intBitsToFloat((int) n);
        if (type == double.class) return Double.longBitsToDouble(n);
        if (random.nextInt(5) == 0) return null;
        List<Object> fitting = new ArrayList<>();
        for (Object known : KNOWN) if (type.isInstance(known)) fitting.add(known);
        Object bare = fitting.isEmpty() || random.nextInt(4) == 0 ? bare(type) : null;
        return bare != null || fitting.isEmpty() ? bare : fitting.get(random.nextInt(fitting.size()));
    }

    static Object bare(Class<?> type) {
        try {
            if (type.isArray()) return Array.newInstance(type.getComponentType(), 2);
            if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) return null;
            Object made = UNSAFE.allocateInstance(type);
            if (random.nextInt(3) > 0) forge(made, type);
            return made;
        } catch (Throwable e) {
            return null;
        }
    }

    /** Fields get what has their type, and now and then what has not. */
    static void forge(Object object, Class<?> type) {
        if (depth > 2) return;
        depth++;
        try {
            for (Class<?> of = type; of != null; of = of.getSuperclass()) {
                for (Field field : (Field[]) FIELDS.invoke(of, false)) {
                    if (Modifier.isStatic(field.getModifiers()) || random.nextInt(3) == 0) continue;
                    long at = (long) OFFSET.invoke(field);
                    Class<?> kind = field.getType();
                    Object value = value(kind);
                    if (kind == int.class) UNSAFE.putInt(object, at, (Integer) value);
                    else if (kind == long.class) UNSAFE.putLong(object, at, (Long) value);
                    else if (kind == boolean.class) UNSAFE.putBoolean(object, at, (Boolean) value);
                    else if (kind == byte.class) UNSAFE.putByte(object, at, (Byte) value);
                    else if (!kind.isPrimitive()) {
                        UNSAFE.putObject(object, at, random.nextInt(12) == 0 ? KNOWN.get(random.nextInt(KNOWN.size())) : value);
                    }
                }
            }
        } catch (Throwable e) {
            // Then the field stays as it is.
        } finally {
            depth--;
        }
    }

    public static void main(String[] args) throws Throwable {
        fill();
        int from = Integer.parseInt(args[0]), stride = Integer.parseInt(args[1]), seed = Integer.parseInt(args[2]);
        int number = 0;
        for (String name : Arrays.asList(args).subList(3, args.length)) {
            Class<?> of;
            try {
                of = Class.forName(name, false, null);
            } catch (Throwable e) {
                continue;
            }
            List<Method> methods = new ArrayList<>(Arrays.asList(of.getDeclaredMethods()));
            methods.removeIf(method -> !Modifier.isNative(method.getModifiers()) || LEFT_OUT.contains(method.getName()));
            methods.sort(Comparator.comparing(Method::toString));
            for (Method method : methods) {
                int call = number++;
                if (call < from || call % stride != seed % stride) continue;
                random = new Random(seed * 7_000_003L + call);
                System.out.println("call " + call + " " + method);
                try {
                    MethodHandle handle = ALL.unreflect(method).asFixedArity();
                    Object[] values = new Object[handle.type().parameterCount()];
                    for (int i = 0; i < values.length; i++) values[i] = value(handle.type().parameterType(i));
                    handle.invokeWithArguments(values);
                } catch (Throwable e) {
                    // An error of Java is an answer.
                }
            }
        }
        System.out.println("all called");
    }
}
