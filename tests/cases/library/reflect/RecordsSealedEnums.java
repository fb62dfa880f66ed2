//@ run-native
// Exercises reflection on records, sealed hierarchies and enums: components, permitted subclasses, and constants.
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

public class RecordsSealedEnums {
    sealed interface Shape permits Circle, Square, Polygon { }

    record Circle(double radius) implements Shape { }

    static final class Square implements Shape { }

    abstract static non-sealed class Polygon implements Shape { }

    @Deprecated
    record Pair<A, B extends List<? super A>>(A first, @Deprecated B second, int... rest) {
        static int made;

        Pair {
            made++;
            if (rest.length > 3) {
                throw new IllegalArgumentException("too many: " + rest.length);
            }
        }

        Pair(A first) {
            this(first, null);
        }
    }

    record Empty() { }

    enum Planet {
        MERCURY(3.303e+23), EARTH(5.976e+24) {
            @Override
            String note() {
                return "home";
            }
        };

        private final double mass;

        Planet(double mass) {
            this.mass = mass;
        }

        String note() {
            return "rock " + mass;
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Shape.class, Circle.class, Square.class, Polygon.class, Pair.class,
            Empty.class, Planet.class, Object.class}) {
            Class<?>[] permitted = type.getPermittedSubclasses();
            System.out.println(type.getSimpleName() + " sealed=" + type.isSealed() + " record=" + type.isRecord()
                + " enum=" + type.isEnum() + " [" + Modifier.toString(type.getModifiers()) + "] permits="
                + (permitted == null ? "-" : Arrays.stream(permitted).map(Class::getSimpleName).toList())
                    + " super=" + (type.getSuperclass() == null ? "-" : type.getSuperclass().getSimpleName()));
        }
        Pair<String, List<Object>> pair = new Pair<>("a", List.of(1), 2, 3);
        for (RecordComponent component : Pair.class.getRecordComponents()) {
            Object value = component.getAccessor().invoke(pair);
            System.out.println(component + " | " + component.getType() + " | " + component.getGenericType()
                + " | " + component.getGenericSignature() + " | " + component.getAnnotations().length
                + " | " + (value instanceof int[] ints ? Arrays.toString(ints) : value));
        }
        System.out.println(Empty.class.getRecordComponents().length + " " + String.class.getRecordComponents());
        Class<?>[] types = Arrays.stream(Circle.class.getRecordComponents()).map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
        Constructor<Circle> canonical = Circle.class.getDeclaredConstructor(types);
        Circle circle = canonical.newInstance(2.5);
        System.out.println(circle + " " + circle.equals(new Circle(2.5)) + " " + circle.hashCode()
            + " " + new Empty() + new Empty().hashCode() + new Empty().equals(new Empty()));
        System.out.println(new Circle(Double.NaN).equals(new Circle(Double.NaN))
            + " " + new Circle(0.0).equals(new Circle(-0.0)) + " " + new Pair<>("x").second()
            + " " + new Pair<>("x").rest().length + " " + Pair.made);
        try {
            new Pair<String, List<Object>>("x", null, 1, 2, 3, 4);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        for (Planet planet : Planet.class.getEnumConstants()) {
            System.out.println(planet.name() + " " + planet.ordinal() + " " + planet.note()
                + " " + planet.getClass().getName() + " " + planet.getDeclaringClass().getSimpleName());
        }
        System.out.println(Enum.valueOf(Planet.class, "EARTH") + " " + Planet.class.getField("EARTH").isEnumConstant()
            + " " + Arrays.toString(Planet.class.getEnumConstants()) + " " + Shape.class.getEnumConstants());
        System.out.println(describe(circle) + " " + describe(new Square()) + " " + describe(new Polygon() { }));
    }

    private static String describe(Shape shape) {
        if (shape instanceof Circle c && c.radius() > 1) {
            return "big circle";
        }
        return shape instanceof Square ? "square" : "polygon " + shape.getClass().isAnonymousClass();
    }
}
