//@ run-native
// Exercises Field on every primitive type and on references: get and set forms, widening, finals, statics, and errors.
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

public class FieldKinds {
    static class Parent {
        public String shared = "parent";
        protected int inherited = 1;
    }

    static class All extends Parent {
        boolean flag = true;
        byte tiny = 1;
        short small = 2;
        char letter = 'c';
        int number = 4;
        long wide = 5L;
        float single = 6.5f;
        double real = 7.25;
        String text = "text";
        int[] array = {8, 9};
        final int fixed;
        static volatile long counter = 10;
        transient Object cache;
        public String shared = "child";

        All() {
            fixed = 11;
        }
    }

    private static void attempt(String label, ReflectiveAction action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (ReflectiveOperationException | RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    interface ReflectiveAction {
        Object run() throws ReflectiveOperationException;
    }

    public static void main(String[] args) throws Exception {
        All all = new All();
        for (Field field : All.class.getDeclaredFields()) {
            Object value = field.get(all);
            System.out.println(Modifier.toString(field.getModifiers()) + " " + field.getType().getSimpleName() + " "
                + field.getName() + " = " + (value instanceof int[] ? Arrays.toString((int[]) value) : value));
        }
        Field number = All.class.getDeclaredField("number");
        number.setInt(all, 40);
        number.setByte(all, (byte) 41);
        System.out.println(number.getInt(all) + " " + number.getLong(all) + " " + number.getDouble(all));
        number.setChar(all, 'z');
        number.set(all, (short) -3);
        System.out.println(all.number);
        All.class.getDeclaredField("real").setFloat(all, 0.5f);
        All.class.getDeclaredField("wide").set(all, 'x');
        All.class.getDeclaredField("text").set(all, null);
        All.class.getDeclaredField("counter").setLong(null, 99);
        System.out.println(all.real + " " + all.wide + " " + all.text + " " + All.counter);

        attempt("narrowing get", () -> number.getShort(all));
        attempt("narrowing set", () -> {
            number.setLong(all, 1);
            return "set";
        });
        attempt("wrong type", () -> {
            number.set(all, "text");
            return "set";
        });
        attempt("null into int", () -> {
            number.set(all, null);
            return "set";
        });
        attempt("boolean as int", () -> All.class.getDeclaredField("flag").getInt(all));
        attempt("wrong receiver", () -> number.get("text"));
        attempt("null receiver", () -> number.get(null));
        attempt("final", () -> {
            All.class.getDeclaredField("fixed").setInt(all, 12);
            return all.fixed;
        });
        attempt("final made accessible", () -> {
            Field fixed = All.class.getDeclaredField("fixed");
            fixed.setAccessible(true);
            fixed.setInt(all, 13);
            return fixed.getInt(all);
        });
        attempt("missing", () -> All.class.getField("number"));

        List<String> visible = Arrays.stream(All.class.getFields())
            .map(f -> f.getDeclaringClass().getSimpleName() + "." + f.getName()).sorted().collect(Collectors.toList());
        System.out.println(visible + " " + All.class.getField("shared").get(all) + " "
            + Parent.class.getField("shared").get(all));
        System.out.println(number + " | " + All.class.getDeclaredField("counter").toGenericString() + " | "
            + number.isSynthetic() + number.isEnumConstant());
    }
}
