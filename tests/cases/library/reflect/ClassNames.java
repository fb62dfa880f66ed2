//@ run-native
// Exercises Class naming and hierarchy queries for every kind of type: arrays, nested, local, anonymous, records, primitives.
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public class ClassNames {
    static class Nested { }

    class Inner { }

    interface Shape { }

    enum Color { RED, GREEN { } }

    record Pair(int a, String b) { }

    @interface Marker { }

    public static void main(String[] args) throws Exception {
        class Local { }
        Object anonymous = new Object() { };
        Class<?>[] classes = {
            int.class, void.class, String.class, int[].class, String[][].class, Nested.class, Inner.class, Shape.class,
                Color.class, Color.GREEN.getClass(),
            Pair.class, Marker.class, Local.class, anonymous.getClass(), Nested[].class, Map.Entry.class, Integer.class,
                double[][][].class, Thread.State.class,
        };
        for (Class<?> c : classes) {
            System.out.println(c + " | " + c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName()
                + " | " + c.getCanonicalName() + " | [" + c.getPackageName() + "] " + flags(c)
                + " super=" + c.getSuperclass() + " decl=" + c.getDeclaringClass() + " encl=" + c.getEnclosingClass()
                    + " comp=" + c.getComponentType());
        }
        System.out.println(Arrays.toString(ArrayList.class.getInterfaces())
            + " " + Arrays.toString(int[].class.getInterfaces()) + " " + ArrayList.class.getSuperclass());
        System.out.println(List.class.isAssignableFrom(ArrayList.class)
            + " " + ArrayList.class.isAssignableFrom(List.class) + " " + Object[].class.isAssignableFrom(String[].class)
            + " "
            + Object.class.isAssignableFrom(int[].class) + " " + int.class.isAssignableFrom(Integer.class)
                + " " + Object[].class.isAssignableFrom(int[][].class)
                + " " + Serializable.class.isInstance(new int[0]));
        System.out.println(Class.forName("java.util.ArrayList") + " " + Class.forName("[I")
            + " " + Class.forName("[[Ljava.lang.String;").getSimpleName() + " " + Class.forName("ClassNames$Nested"));
        System.out.println(String.class.descriptorString() + " " + long[].class.descriptorString()
            + " " + int.class.arrayType() + " " + Nested.class.getNestHost()
            + " " + Nested.class.isNestmateOf(Pair.class));
        System.out.println((new int[0].getClass() == int[].class) + " " + (Integer.TYPE == int.class)
            + " " + String.class.cast("cast") + " " + Color.RED.getDeclaringClass()
            + " " + Color.GREEN.getClass().isEnum());
        try {
            Integer.class.cast("text");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ArrayList.class.asSubclass(AbstractList.class)
            + " " + ClassNames.class.getClassLoader().equals(ClassLoader.getSystemClassLoader())
            + " " + String.class.getClassLoader() + " " + String.class.getModule()
            + " " + ClassNames.class.desiredAssertionStatus());
        System.out.println(ArrayList.class.toGenericString() + " " + Map.Entry.class.toGenericString()
            + " " + Pair.class.toGenericString() + " " + anonymous.getClass().getEnclosingMethod());
    }

    private static String flags(Class<?> c) {
        return (c.isPrimitive() ? "P" : "") + (c.isArray() ? "A" : "") + (c.isInterface() ? "I" : "")
            + (c.isEnum() ? "E" : "") + (c.isRecord() ? "R" : "") + (c.isAnnotation() ? "@" : "")
            + (c.isMemberClass() ? "m" : "") + (c.isLocalClass() ? "l" : "") + (c.isAnonymousClass() ? "n" : "")
                + " " + Integer.toHexString(c.getModifiers());
    }
}
