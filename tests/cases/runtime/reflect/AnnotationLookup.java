//@ run-native
// Exercises annotation lookup: inherited ones, repeated ones, declared against present, parameters, and annotated types.
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

public class AnnotationLookup {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @Repeatable(Roles.class)
    @interface Role {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Roles {
        Role[] value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Plain { }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Checked {
        int value() default 0;
    }

    @Retention(RetentionPolicy.SOURCE)
    @interface Gone { }

    @Role("reader")
    @Role("writer")
    @Plain
    @Gone
    static class Parent { }

    static class Quiet extends Parent { }

    @Role("admin")
    static class Loud extends Parent { }

    @Role("interfaces pass nothing on")
    interface Marked { }

    static class Implementing implements Marked { }

    static class Uses<@Checked(1) T> {
        @Checked(2) String text;
        List<@Checked(3) String> list;

        @Plain
        @Checked(4) String method(@Plain int first, @Role("a") @Role("b") String second) throws @Checked(5) Exception {
            return "";
        }
    }

    private static String roles(Annotation[] found) {
        return Arrays.stream(found).map(a -> a.annotationType().getSimpleName()).sorted()
            .collect(Collectors.joining(","));
    }

    private static void show(String name, AnnotatedElement element) {
        System.out.println(name + ": all [" + roles(element.getAnnotations()) + "] declared ["
            + roles(element.getDeclaredAnnotations()) + "] one " + (element.getAnnotation(Role.class) != null)
            + " by type " + Arrays.stream(element.getAnnotationsByType(Role.class)).map(Role::value)
                .collect(Collectors.toList())
            + " declared by type " + element.getDeclaredAnnotationsByType(Role.class).length
            + " present " + element.isAnnotationPresent(Roles.class));
    }

    public static void main(String[] args) throws Exception {
        show("parent", Parent.class);
        show("quiet", Quiet.class);
        show("loud", Loud.class);
        show("marked", Marked.class);
        show("implementing", Implementing.class);
        Method method = Uses.class.getDeclaredMethod("method", int.class, String.class);
        show("method", method);
        show("second parameter", method.getParameters()[1]);
        System.out.println(Arrays.stream(method.getParameterAnnotations()).map(AnnotationLookup::roles)
            .collect(Collectors.toList()));

        System.out.println(Uses.class.getTypeParameters()[0].getAnnotation(Checked.class).value() + " "
            + Uses.class.getDeclaredField("text").getAnnotatedType().getAnnotation(Checked.class).value() + " "
            + ((AnnotatedParameterizedType) Uses.class.getDeclaredField("list").getAnnotatedType())
                .getAnnotatedActualTypeArguments()[0].getAnnotation(Checked.class).value() + " "
            + method.getAnnotatedReturnType().getAnnotation(Checked.class).value() + " "
            + method.getAnnotatedExceptionTypes()[0].getAnnotation(Checked.class).value());
        System.out.println(Uses.class.getDeclaredField("text").getAnnotations().length + " "
            + method.getAnnotatedReceiverType().getAnnotations().length);
        System.out.println(Role.class.isAnnotationPresent(Repeatable.class) + " "
            + Role.class.getAnnotation(Repeatable.class).value().getSimpleName() + " "
            + Plain.class.isAnnotationPresent(Inherited.class) + " " + Arrays.toString(Role.class.getInterfaces()));
    }
}
