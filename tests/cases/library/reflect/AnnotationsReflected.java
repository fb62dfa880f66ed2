//@ run-native
// Exercises runtime annotations on all targets: element types, defaults, inheritance, repetition, and equality.
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

public class AnnotationsReflected {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Info {
        String value();

        int priority() default 5;

        Class<?> type() default Object.class;

        TimeUnit unit() default TimeUnit.SECONDS;

        String[] tags() default {};

        double[] weights() default {1.5, -2};

        Note note() default @Note("inner");

        char letter() default 'x';

        long big() default 1L << 40;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD, ElementType.CONSTRUCTOR, ElementType.TYPE})
    @Repeatable(Notes.class)
    @interface Note {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Notes {
        Note[] value();
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Invisible { }

    @Info(value = "base", tags = {"a", "b"}, type = String[].class)
    @Note("not inherited")
    static class Base { }

    @Invisible
    static class Derived extends Base {
        @Note("field")
        int field;

        @Note("one")
        @Note("two")
        void repeated(@Note("param") int first, @Deprecated String second) { }

        @Info("single")
        @Deprecated(since = "3", forRemoval = true)
        void single() { }
    }

    public static void main(String[] args) throws Exception {
        Info info = Derived.class.getAnnotation(Info.class);
        System.out.println(info.value() + " " + info.priority() + " " + info.type() + " " + info.unit()
            + " " + Arrays.toString(info.tags()) + " " + Arrays.toString(info.weights()) + " " + info.note().value()
            + " " + info.letter() + " " + info.big());
        System.out.println(Derived.class.isAnnotationPresent(Note.class) + " " + Derived.class.getAnnotations().length
            + " " + Derived.class.getDeclaredAnnotations().length + " " + Base.class.getAnnotations().length
            + " " + Derived.class.isAnnotationPresent(Invisible.class));
        Method repeated = Derived.class.getDeclaredMethod("repeated", int.class, String.class);
        System.out.println(repeated.getAnnotation(Note.class)
            + " " + Arrays.stream(repeated.getAnnotationsByType(Note.class)).map(Note::value).toList()
            + " " + repeated.getAnnotation(Notes.class).value().length);
        Annotation[][] parameters = repeated.getParameterAnnotations();
        System.out.println(parameters.length + " " + ((Note) parameters[0][0]).value()
            + " " + parameters[1][0].annotationType().getSimpleName()
            + " " + repeated.getParameters()[0].isAnnotationPresent(Note.class));
        Note field = Derived.class.getDeclaredField("field").getAnnotation(Note.class);
        System.out.println(field.toString().endsWith("Note(\"field\")") + " " + field.annotationType()
            + " " + field.value().length());
        Method single = Derived.class.getDeclaredMethod("single");
        Deprecated deprecated = single.getAnnotation(Deprecated.class);
        System.out.println(deprecated.since() + " " + deprecated.forRemoval()
            + " " + single.getAnnotation(Info.class).value());

        Info other = single.getAnnotation(Info.class);
        System.out.println(info.equals(Base.class.getAnnotation(Info.class)) + " " + info.equals(other)
            + " " + (field.hashCode() == ((127 * "value".hashCode()) ^ "field".hashCode())));
        System.out.println(Info.class.getMethod("priority").getDefaultValue()
            + " " + Info.class.getMethod("value").getDefaultValue()
            + " " + ((Note) Info.class.getMethod("note").getDefaultValue()).value() + " " + Info.class.isAnnotation());
        System.out.println(Info.class.getAnnotation(Retention.class).value()
            + " " + Arrays.toString(Note.class.getAnnotation(Target.class).value())
            + " " + FunctionalInterface.class.equals(Runnable.class.getAnnotations()[0].annotationType()));
        info.tags()[0] = "changed";
        System.out.println(info.tags()[0] + " " + info.getClass().getSimpleName().startsWith("$Proxy"));
    }
}
