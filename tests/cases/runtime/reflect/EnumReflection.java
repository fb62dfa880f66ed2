//@ run-native
// Exercises enums by reflection: constants, valueOf errors, synthetic methods, fields in order, and enums with interfaces.
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;

public class EnumReflection {
    enum Operator implements IntBinaryOperator {
        PLUS("+") {
            @Override
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            @Override
            public int applyAsInt(int a, int b) {
                return a * b;
            }
        };

        final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        static Operator of(String symbol) {
            return Arrays.stream(values()).filter(o -> o.symbol.equals(symbol)).findFirst().orElseThrow();
        }
    }

    enum Plain { A, B, C }

    enum None { }

    private static <E extends Enum<E>> String parse(Class<E> type, String name) {
        try {
            return type.getSimpleName() + "." + Enum.valueOf(type, name);
        } catch (IllegalArgumentException | NullPointerException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Operator.class, Plain.class, None.class}) {
            System.out.println(type.getSimpleName() + " " + Arrays.toString(type.getEnumConstants()) + " "
                + Modifier.toString(type.getModifiers()) + " " + type.getGenericSuperclass());
            System.out.println("  " + Arrays.stream(type.getDeclaredFields())
                .map(f -> f.getName() + (f.isEnumConstant() ? " constant" : "") + (f.isSynthetic() ? " synthetic" : ""))
                .collect(Collectors.toList()));
            System.out.println("  " + Arrays.stream(type.getDeclaredMethods()).filter(m -> !m.isSynthetic())
                .map(Method::toString).sorted().collect(Collectors.toList()));
        }
        System.out.println(parse(Plain.class, "B") + "; " + parse(Plain.class, "b") + "; " + parse(Plain.class, null));
        try {
            Plain.class.getMethod("valueOf", String.class).invoke(null, "D");
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
        Object[] viaMethod = (Object[]) Plain.class.getMethod("values").invoke(null);
        viaMethod[0] = Plain.C;
        System.out.println(Plain.values()[0] + " " + Plain.class.getEnumConstants()[0] + " " + viaMethod[0]);

        Field constant = Operator.class.getField("TIMES");
        Operator times = (Operator) constant.get(null);
        System.out.println(times + " " + times.applyAsInt(6, 7) + " " + times.getClass().getName() + " "
            + times.getDeclaringClass().getName() + " " + times.getClass().getSuperclass().getSimpleName());
        System.out.println(Operator.of("+").describeConstable().isPresent() + " " + Operator.PLUS.compareTo(times) + " "
            + EnumSet.complementOf(EnumSet.of(Plain.B)));
        try {
            Operator.of("?");
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            constant.set(null, Operator.PLUS);
        } catch (IllegalAccessException e) {
            System.out.println("constants cannot be set");
        }
        System.out.println(Plain.class.getEnumConstants().getClass().getSimpleName() + " " + String.class.getEnumConstants()
            + " " + Plain.A.getClass().isEnum() + " " + Plain.class.isInstance(Plain.A));
    }
}
