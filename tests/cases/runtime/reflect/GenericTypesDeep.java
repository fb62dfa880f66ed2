//@ run-native
// Exercises generic signatures: bounds, wildcards, nested owners, generic arrays, throws clauses, and resolved type variables.
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public class GenericTypesDeep {
    static class Box<T extends Number & Comparable<T>, L extends List<? super T>> {
        T value;
        L list;
        Map<String, ? extends Function<? super T, L[]>> map;
        T[][] grid;
        List<?> anything;

        class Inner<U> {
            Box<T, L>.Inner<U> self;
        }

        <E extends Exception, R> R run(Function<? super T, ? extends R> body, Class<E> type) throws E {
            return body.apply(value);
        }
    }

    abstract static class Base<K, V> implements Function<K, List<V>> { }

    static class Concrete extends Base<String, Integer[]> implements Comparable<Concrete> {
        @Override
        public List<Integer[]> apply(String key) {
            return List.of();
        }

        @Override
        public int compareTo(Concrete other) {
            return 0;
        }
    }

    private static String describe(Type type) {
        if (type instanceof Class<?> plain) {
            return "class " + plain.getSimpleName();
        } else if (type instanceof ParameterizedType generic) {
            List<String> arguments = new ArrayList<>();
            for (Type argument : generic.getActualTypeArguments()) {
                arguments.add(describe(argument));
            }
            String owner = generic.getOwnerType() instanceof ParameterizedType o ? describe(o) + "." : "";
            return owner + "generic " + ((Class<?>) generic.getRawType()).getSimpleName() + arguments;
        } else if (type instanceof TypeVariable<?> variable) {
            return "variable " + variable.getName();
        } else if (type instanceof GenericArrayType array) {
            return "array of " + describe(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            return "wildcard extends " + describe(wildcard.getUpperBounds()[0])
                + (wildcard.getLowerBounds().length > 0 ? " super " + describe(wildcard.getLowerBounds()[0]) : "");
        }
        return "unknown";
    }

    /** What the type parameters of `Base` stand for in its subclass. */
    private static Map<String, Type> resolve(Class<?> subclass) {
        ParameterizedType generic = (ParameterizedType) subclass.getGenericSuperclass();
        TypeVariable<?>[] variables = ((Class<?>) generic.getRawType()).getTypeParameters();
        Map<String, Type> result = new HashMap<>();
        for (int i = 0; i < variables.length; i++) {
            result.put(variables[i].getName(), generic.getActualTypeArguments()[i]);
        }
        return result;
    }

    public static void main(String[] args) throws Exception {
        for (TypeVariable<?> variable : Box.class.getTypeParameters()) {
            System.out.println(variable + " in " + variable.getGenericDeclaration() + " bounds "
                + Arrays.toString(variable.getBounds()));
        }
        for (String name : new String[] {"value", "list", "map", "grid", "anything"}) {
            Type type = Box.class.getDeclaredField(name).getGenericType();
            System.out.println(name + ": " + type + " = " + describe(type));
        }
        Type self = Box.Inner.class.getDeclaredField("self").getGenericType();
        System.out.println(self + " = " + describe(self));
        Method run = Box.class.getDeclaredMethod("run", Function.class, Class.class);
        System.out.println(run.toGenericString());
        System.out.println(describe(run.getGenericReturnType()) + ", throws " + describe(run.getGenericExceptionTypes()[0])
            + ", " + describe(run.getGenericParameterTypes()[0]) + ", " + run.getTypeParameters().length);

        System.out.println(Concrete.class.getGenericSuperclass() + " "
            + Arrays.toString(Concrete.class.getGenericInterfaces()));
        Map<String, Type> resolved = resolve(Concrete.class);
        System.out.println("K is " + resolved.get("K") + ", V is " + resolved.get("V"));
        System.out.println(describe(Base.class.getGenericInterfaces()[0]) + " | " + Concrete.class.toGenericString()
            + " | " + Box.class.toGenericString());
        Object literal = new Comparator<Map<String, int[]>>() {
            @Override
            public int compare(Map<String, int[]> a, Map<String, int[]> b) {
                return 0;
            }
        };
        System.out.println(literal.getClass().getGenericInterfaces()[0].getTypeName());
        System.out.println(Box.class.getDeclaredField("map").getGenericType()
            .equals(Box.class.getDeclaredField("map").getGenericType()));
    }
}
