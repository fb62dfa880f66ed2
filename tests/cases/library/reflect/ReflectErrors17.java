//@ run-native
//@ jdk: 17
// Exercises reflective error messages and annotation text whose wording later JDKs changed.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

public class ReflectErrors17 {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Label {
        String value();

        int[] numbers() default {1, 2};

        Class<?> type() default String.class;

        char letter() default '\'';

        float ratio() default 1.5f;
    }

    @Label("tab\there \"quoted\"")
    static class Target {
        int number = 4;

        Target() { }

        Target(String a, int b) { }

        int twice(int x) {
            return 2 * x;
        }
    }

    private interface Action {
        Object run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Method twice = Target.class.getDeclaredMethod("twice", int.class);
        Field number = Target.class.getDeclaredField("number");
        Constructor<Target> constructor = Target.class.getDeclaredConstructor(String.class, int.class);
        Target target = new Target();
        System.out.println(Target.class.getAnnotation(Label.class));
        attempt(() -> twice.invoke(target));
        attempt(() -> twice.invoke(target, 1, 2));
        attempt(() -> twice.invoke("text", 1));
        attempt(() -> twice.invoke(target, "text"));
        attempt(() -> twice.invoke(target, 1L));
        attempt(() -> twice.invoke(target, (Object) null));
        attempt(() -> number.get("text"));
        attempt(() -> number.getInt(new Object()));
        attempt(() -> {
            number.set("text", 1);
            return null;
        });
        attempt(() -> constructor.newInstance("only one"));
        attempt(() -> constructor.newInstance(1, "swapped"));
        attempt(() -> constructor.newInstance("a", null));
        System.out.println(twice.invoke(target, 21) + " " + number.get(target));
    }

    private static void attempt(Action action) {
        try {
            System.out.println("fine " + action.run());
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        } catch (Exception e) {
            System.out.println(e);
        }
    }
}
