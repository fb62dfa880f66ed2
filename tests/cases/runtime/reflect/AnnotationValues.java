//@ run-native
// Exercises annotation members of every type: defaults, arrays, enums, classes, nested annotations, text, equality and copies.
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

public class AnnotationValues {
    enum Speed { SLOW, FAST }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Unit {
        String value() default "none";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Everything {
        boolean flag() default true;

        byte tiny() default 1;

        short small() default -2;

        char letter() default '\'';

        int number();

        long wide() default 1L << 40;

        float single() default 1.5f;

        double real() default Double.NaN;

        String text() default "quote \" and \\ and \t";

        Class<?> type() default int[].class;

        Speed speed() default Speed.FAST;

        Unit unit() default @Unit("metre");

        int[] numbers() default {1, 2, 3};

        String[] words() default {};

        Speed[] speeds() default {Speed.SLOW};

        Class<? extends Number>[] types() default {Integer.class, Long.class};

        Unit[] units() default {@Unit, @Unit("second")};
    }

    @Everything(number = 7)
    static class Defaults { }

    @Everything(number = 7, words = "single", flag = true, speed = Speed.SLOW, units = @Unit("x"))
    static class Changed { }

    @Everything(number = 7)
    static class Same { }

    public static void main(String[] args) throws Exception {
        Everything defaults = Defaults.class.getAnnotation(Everything.class);
        Method[] members = Everything.class.getDeclaredMethods();
        Arrays.sort(members, Comparator.comparing(Method::getName));
        for (Method member : members) {
            Object value = member.invoke(defaults);
            String text = value instanceof int[] ints ? Arrays.toString(ints)
                : value instanceof Object[] objects ? objects.length + " of " + objects.getClass().getSimpleName()
                : value instanceof Annotation nested ? "@" + nested.annotationType().getSimpleName() : value.toString();
            System.out.println(member.getName() + " = " + text + ", default "
                + (member.getDefaultValue() == null ? "none" : member.getDefaultValue().getClass().getSimpleName()
                    .replaceAll("\\$.*", "proxy")));
        }
        Everything changed = Changed.class.getAnnotation(Everything.class);
        Everything same = Same.class.getAnnotation(Everything.class);
        System.out.println(changed.words()[0] + " " + changed.speed() + " " + changed.units().length + " "
            + changed.units()[0].value() + " " + defaults.units()[0].value());
        System.out.println("equal " + defaults.equals(same) + " " + defaults.equals(changed) + " hash "
            + (defaults.hashCode() == same.hashCode()) + " type " + (defaults.annotationType() == Everything.class));

        int[] numbers = defaults.numbers();
        numbers[0] = 100;
        System.out.println("arrays are copied " + defaults.numbers()[0] + " same object "
            + (Defaults.class.getAnnotation(Everything.class) == defaults));
        String text = defaults.toString();
        for (String part : new String[] {"number=7", "letter='\\''", "wide=1099511627776L", "single=1.5f",
            "tiny=(byte)0x01", "speed=FAST", "numbers={1, 2, 3}", "words={}", "type=int[].class",
            "text=\"quote \\\" and \\\\ and \\t\"", "real=0.0/0.0"}) {
            System.out.println(part + " " + text.contains(part));
        }
        Unit nested = defaults.unit();
        System.out.println(nested.value() + " " + (nested.hashCode() == (127 * "value".hashCode() ^ "metre".hashCode()))
            + " " + nested.annotationType().getSimpleName());
    }
}
