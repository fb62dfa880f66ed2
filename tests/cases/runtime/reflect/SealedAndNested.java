//@ run-native
// Exercises sealed hierarchies, permitted subclasses, nest hosts and members, enclosing elements, and declared classes.
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public class SealedAndNested {
    sealed interface Expression permits Constant, Sum, Product, Special { }

    record Constant(int value) implements Expression { }

    record Sum(Expression left, Expression right) implements Expression { }

    static final class Product implements Expression { }

    non-sealed static class Special implements Expression { }

    static class Extended extends Special { }

    abstract static sealed class Implicit {
        static final class One extends Implicit { }

        static final class Two extends Implicit { }
    }

    enum Level {
        LOW,
        HIGH {
            @Override
            int factor() {
                return 2;
            }
        };

        int factor() {
            return 1;
        }
    }

    private final Supplier<Class<?>> inField = () -> {
        class InLambda { }
        return InLambda.class;
    };

    private static String names(Class<?>[] types) {
        return types == null ? "null" : Arrays.stream(types).map(Class::getName).sorted()
            .collect(Collectors.joining(", "));
    }

    private static Class<?> localClass() {
        class Local {
            class Deep { }
        }
        return Local.Deep.class;
    }

    public static void main(String[] args) {
        for (Class<?> type : List.of(Expression.class, Special.class, Implicit.class, Product.class, Level.class,
            String.class)) {
            System.out.println(type.getSimpleName() + " sealed " + type.isSealed() + " permits ["
                + names(type.getPermittedSubclasses()) + "] " + Modifier.toString(type.getModifiers()));
        }
        System.out.println(names(SealedAndNested.class.getNestMembers()));
        System.out.println(Extended.class.getNestHost().getSimpleName() + " "
            + Constant.class.isNestmateOf(Implicit.One.class) + " " + String.class.isNestmateOf(Constant.class) + " "
            + int.class.getNestHost());

        Class<?> deep = localClass();
        System.out.println(deep.getName() + " in " + deep.getEnclosingClass().getName() + " declared by "
            + deep.getDeclaringClass().getSimpleName() + " method " + deep.getEnclosingMethod());
        Class<?> local = deep.getEnclosingClass();
        System.out.println(local.getSimpleName() + " " + local.isLocalClass() + " method "
            + local.getEnclosingMethod().getName() + " declared by " + local.getDeclaringClass());
        Object anonymous = new Object() { };
        System.out.println(anonymous.getClass().getEnclosingMethod().getName() + " ["
            + anonymous.getClass().getSimpleName() + "] " + anonymous.getClass().getCanonicalName());
        Class<?> inLambda = new SealedAndNested().inField.get();
        System.out.println(inLambda.getSimpleName() + " " + inLambda.isLocalClass() + " in "
            + inLambda.getEnclosingClass().getSimpleName());

        System.out.println(names(SealedAndNested.class.getDeclaredClasses()) + " | " + names(Implicit.class.getClasses()));
        System.out.println(Level.HIGH.getClass() + " " + Level.HIGH.getDeclaringClass() + " "
            + Level.HIGH.getClass().isEnum() + " " + Level.HIGH.factor() + " "
            + Arrays.toString(Level.class.getEnumConstants()) + " " + Level.HIGH.getClass().getEnumConstants());
    }
}
