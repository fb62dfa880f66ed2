//@ run-native
// Exercises Class objects of every kind: names, kinds, hierarchy, component types, loading by name, and casting.
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

public class ClassTour {
    interface Shape { }

    static class Base implements Shape, Serializable { }

    static final class Derived extends Base implements Comparable<Derived> {
        @Override
        public int compareTo(Derived other) {
            return 0;
        }
    }

    enum Color { RED, GREEN { } }

    record Point(int x, int y) { }

    @interface Mark { }

    private static void show(Class<?> type) {
        StringBuilder kinds = new StringBuilder();
        kinds.append(type.isInterface() ? " interface" : "").append(type.isEnum() ? " enum" : "")
            .append(type.isRecord() ? " record" : "").append(type.isAnnotation() ? " annotation" : "")
            .append(type.isArray() ? " array" : "").append(type.isPrimitive() ? " primitive" : "")
            .append(type.isAnonymousClass() ? " anonymous" : "").append(type.isLocalClass() ? " local" : "")
            .append(type.isMemberClass() ? " member" : "");
        System.out.println(type + " | " + type.getSimpleName() + " | " + type.getTypeName() + " | "
            + type.getCanonicalName() + " |" + kinds);
    }

    public static void main(String[] args) throws Exception {
        class Local { }
        Object anonymous = new Object() { };
        for (Class<?> type : new Class<?>[] {ClassTour.class, Shape.class, Derived.class, Color.class, Point.class,
            Mark.class, Local.class, anonymous.getClass(), int.class, void.class, int[].class, String[][].class,
            Map.Entry.class, Color.GREEN.getClass()}) {
            show(type);
        }
        System.out.println(Derived.class.getSuperclass() + " " + Arrays.toString(Derived.class.getInterfaces()) + " "
            + Shape.class.getSuperclass() + " " + int[].class.getSuperclass() + " "
            + Arrays.toString(int[].class.getInterfaces()));
        System.out.println(Shape.class.isAssignableFrom(Derived.class) + " " + Derived.class.isAssignableFrom(Base.class)
            + " " + Object[].class.isAssignableFrom(String[].class) + " " + Object.class.isAssignableFrom(int.class)
            + " " + Base.class.isInstance(new Derived()) + " " + Base.class.isInstance(null));
        System.out.println(int[][].class.getComponentType() + " " + long.class.arrayType() + " "
            + String[].class.componentType() + " " + String.class.descriptorString() + " "
            + double[].class.descriptorString());

        System.out.println(Class.forName("ClassTour$Point") == Point.class);
        System.out.println(Class.forName("[I") + " " + Class.forName("[[Ljava.lang.String;").getSimpleName() + " "
            + Class.forName("java.util.Map$Entry").getSimpleName());
        for (String name : List.of("ClassTour.Point", "int", "absent.Thing", "[X", "java/lang/String", "")) {
            try {
                System.out.println(Class.forName(name));
            } catch (ClassNotFoundException e) {
                System.out.println("no class " + e.getMessage());
            }
        }
        System.out.println(Base.class.cast(new Derived()).getClass() + " " + Derived.class.asSubclass(Shape.class));
        for (Supplier<Object> wrong : List.<Supplier<Object>>of(() -> Derived.class.cast(new Base()),
            () -> String.class.asSubclass(Shape.class), () -> Integer.class.cast("text"))) {
            try {
                wrong.get();
            } catch (ClassCastException e) {
                System.out.println(e.getMessage() == null ? "refused" : e.getMessage());
            }
        }
        System.out.println("[" + ClassTour.class.getPackageName() + "] " + String.class.getPackageName() + " "
            + int[].class.getPackageName() + " " + String.class.getModule().getName() + " "
            + (String.class.getClassLoader() == null) + " " + ClassTour.class.getModule().isNamed());
    }
}
