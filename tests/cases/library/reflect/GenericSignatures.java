//@ run-native
// Exercises generic type reflection: type variables, bounds, wildcards, parameterized supertypes, and generic arrays.
import java.io.Serializable;
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

public class GenericSignatures {
    static class Box<T extends Number & Comparable<T>, U> implements Comparator<Map<T, U[]>>, Serializable {
        List<? extends T> upper;
        Map<? super Integer, ?> lower;
        T[] array;
        List<String>[][] nested;
        Map.Entry<String, Box<Integer, U>.Part<Long>> inner;
        int plain;

        class Part<V> { }

        <X extends Exception, R> R apply(Function<? super T, ? extends R> f, List<X>... rest) throws X {
            return null;
        }

        @Override
        public int compare(Map<T, U[]> a, Map<T, U[]> b) {
            return 0;
        }
    }

    static class Names extends HashMap<String, List<Integer>> { }

    abstract static class Token<T> {
        Type captured() {
            return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        }
    }

    public static void main(String[] args) throws Exception {
        for (TypeVariable<?> variable : Box.class.getTypeParameters()) {
            System.out.println(variable + " bounds=" + Arrays.toString(variable.getBounds())
                + " of " + variable.getGenericDeclaration());
        }
        System.out.println(Arrays.toString(Box.class.getGenericInterfaces()) + " " + Box.class.getGenericSuperclass());
        for (String name : new String[] {"upper", "lower", "array", "nested", "inner", "plain"}) {
            Type type = Box.class.getDeclaredField(name).getGenericType();
            System.out.println(name + ": " + type + " " + kind(type));
        }
        Method[] methods = Box.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toGenericString));
        for (Method method : methods) {
            System.out.println(method.toGenericString() + " bridge=" + method.isBridge());
        }
        Method apply = Arrays.stream(methods).filter(m -> m.getName().equals("apply")).findFirst().get();
        System.out.println(Arrays.toString(apply.getTypeParameters())
            + " " + Arrays.toString(apply.getGenericParameterTypes()) + " " + apply.getGenericReturnType()
            + " " + Arrays.toString(apply.getGenericExceptionTypes()) + " " + apply.getReturnType());

        ParameterizedType names = (ParameterizedType) Names.class.getGenericSuperclass();
        System.out.println(names + " raw=" + names.getRawType() + " owner=" + names.getOwnerType()
            + " args=" + Arrays.toString(names.getActualTypeArguments()));
        System.out.println(new Token<Map<String, int[]>>() { }.captured()
            + " " + new Token<ArrayList<? extends Number>[]>() { }.captured()
            + " " + new Token<String>() { }.captured());
        System.out.println(new Token<List<String>>() { }.captured().equals(new Token<List<String>>() { }.captured())
            + " " + new Token<List<String>>() { }.captured().equals(new Token<List<Object>>() { }.captured()));
        System.out.println(Comparable.class.getTypeParameters()[0].getName() + " " + Enum.class.toGenericString()
            + " " + Box.Part.class.toGenericString());
    }

    private static String kind(Type type) {
        if (type instanceof ParameterizedType p) {
            StringBuilder out = new StringBuilder("parameterized<");
            for (Type argument : p.getActualTypeArguments()) {
                out.append(kind(argument)).append(' ');
            }
            return out.append("> owner=").append(p.getOwnerType()).toString();
        }
        if (type instanceof WildcardType w) {
            return "wildcard" + Arrays.toString(w.getUpperBounds()) + Arrays.toString(w.getLowerBounds());
        }
        if (type instanceof GenericArrayType g) {
            return "array of " + kind(g.getGenericComponentType());
        }
        return type instanceof TypeVariable ? "variable " + type.getTypeName() : "class " + type.getTypeName();
    }
}
