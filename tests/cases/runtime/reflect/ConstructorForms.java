//@ run-native
// Exercises constructors by reflection: overloads, inner classes, varargs, abstract classes, enums, and failing ones.
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

public class ConstructorForms {
    private final String tag = "outer";

    class Inner {
        final int n;

        Inner(int n) {
            this.n = n;
        }

        @Override
        public String toString() {
            return tag + "/" + n;
        }
    }

    static class Many {
        final String made;

        public Many() {
            made = "nothing";
        }

        protected Many(int n) {
            made = "int " + n;
        }

        Many(long n, String... rest) {
            made = "long " + n + " and " + Arrays.toString(rest);
        }

        private Many(List<String> list) throws java.io.IOException {
            if (list == null) {
                throw new java.io.IOException("no list");
            }
            made = "list " + list;
        }
    }

    abstract static class Abstract {
        Abstract() { }
    }

    enum Level { LOW, HIGH }

    record Pair<T>(T left, int right) {
        Pair {
            if (right < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    private static void attempt(String label, Constructor<?> constructor, Object... arguments) {
        try {
            System.out.println(label + ": " + constructor.newInstance(arguments));
        } catch (InvocationTargetException e) {
            System.out.println(label + ": threw " + e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        Constructor<?>[] all = Many.class.getDeclaredConstructors();
        Arrays.sort(all, Comparator.comparing(Constructor::toGenericString));
        for (Constructor<?> constructor : all) {
            System.out.println(constructor + " | " + constructor.toGenericString() + " | "
                + Modifier.toString(constructor.getModifiers()) + " " + constructor.isVarArgs() + " "
                + Arrays.toString(constructor.getExceptionTypes()));
        }
        System.out.println(Many.class.getConstructors().length + " public, " + Many.class.getConstructor());
        System.out.println(Many.class.getDeclaredConstructor(int.class).newInstance(5).made + "; "
            + Many.class.getDeclaredConstructor(long.class, String[].class).newInstance(6, new String[] {"a", "b"}).made
            + "; " + Many.class.getDeclaredConstructor(List.class).newInstance(List.of("x")).made);
        attempt("null list", Many.class.getDeclaredConstructor(List.class), (Object) null);
        attempt("too few", Many.class.getDeclaredConstructor(int.class));
        attempt("wrong type", Many.class.getDeclaredConstructor(int.class), 5L);

        Constructor<Inner> inner = Inner.class.getDeclaredConstructor(ConstructorForms.class, int.class);
        attempt("inner", inner, new ConstructorForms(), 3);
        attempt("abstract", Abstract.class.getDeclaredConstructor());
        attempt("enum", Level.class.getDeclaredConstructors()[0], "MIDDLE", 2);
        Constructor<?> pair = Pair.class.getDeclaredConstructors()[0];
        attempt("record", pair, "left", 1);
        attempt("refused record", pair, "left", -1);
        System.out.println(pair.getParameters()[0].getName() + " " + pair.getParameters()[1].isNamePresent());
        for (Class<?> type : List.of(Runnable.class, int.class, int[].class, Many.class)) {
            try {
                System.out.println(type.getDeclaredConstructor(char.class));
            } catch (NoSuchMethodException e) {
                System.out.println("none in " + type.getSimpleName() + " of "
                    + type.getDeclaredConstructors().length + ": " + e.getMessage());
            }
        }
    }
}
