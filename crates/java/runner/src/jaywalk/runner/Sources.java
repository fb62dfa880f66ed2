package jaywalk.runner;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The rows of a {@code @ParameterizedTest}, from its annotations. They are read here and not by JUnit's own providers, whose interfaces differ
 * between versions and whose parser of CSV is a program of its own on every path.
 */
final class Sources {
    private static final String PROVIDERS = "org.junit.jupiter.params.provider.";
    private static final String[] VALUES =
        {"shorts", "bytes", "ints", "longs", "floats", "doubles", "chars", "booleans", "strings", "classes"};

    private final Class<?> test;
    private final Method method;
    private final Instances instances;
    private final List<Object[]> rows = new ArrayList<>();

    private Sources(Class<?> test, Method method, Instances instances) {
        this.test = test;
        this.method = method;
        this.instances = instances;
    }

    static Object[] choose(Class<?> test, Method method, Instances instances) throws Throwable {
        Sources sources = new Sources(test, method, instances);
        for (Annotation annotation : method.getAnnotations()) {
            sources.add(annotation);
        }
        return sources.rows.get(Rows.choose(sources.rows, method.getName()));
    }

    private void add(Annotation source) throws Throwable {
        String name = source.annotationType().getName();
        if (name.startsWith("java.") || (name.startsWith("org.junit.") && !name.startsWith(PROVIDERS))) {
            return;
        }
        switch (name.startsWith(PROVIDERS) ? name.substring(PROVIDERS.length()) : "") {
            case "ValueSource":
                for (String kind : VALUES) {
                    Rows.elements(attribute(source, kind)).forEach(this::one);
                }
                break;
            case "NullSource":
                one(null);
                break;
            case "EmptySource":
                one(empty());
                break;
            case "NullAndEmptySource":
                one(null);
                one(empty());
                break;
            case "EnumSource":
                addConstants(source);
                break;
            case "CsvSource":
                rows.addAll(Csv.rows(source));
                break;
            case "MethodSource":
                for (String factory : (String[]) attribute(source, "value")) {
                    addElements(result(factory.isEmpty() ? method.getName() : factory));
                }
                break;
            case "FieldSource":
                for (String field : (String[]) attribute(source, "value")) {
                    addElements(value(field.isEmpty() ? method.getName() : field));
                }
                break;
            default:
                addInside(source, name);
        }
    }

    /** Several of one kind are kept in an annotation of their own; an annotation of the program may carry sources. */
    private void addInside(Annotation source, String name) throws Throwable {
        if (!name.startsWith(PROVIDERS)) {
            for (Annotation carried : source.annotationType().getAnnotations()) {
                add(carried);
            }
        } else if (attribute(source, "value") instanceof Annotation[]) {
            for (Annotation inner : (Annotation[]) attribute(source, "value")) {
                add(inner);
            }
        } else {
            throw Ask.beyond("@" + source.annotationType().getSimpleName() + " of " + method.getName());
        }
    }

    private void one(Object value) {
        rows.add(new Object[] {value});
    }

    static Object attribute(Annotation annotation, String name) {
        try {
            Method attribute = annotation.annotationType().getDeclaredMethod(name);
            attribute.setAccessible(true);
            return attribute.invoke(annotation);
        } catch (ReflectiveOperationException missing) {
            throw Ask.beyond("@" + annotation.annotationType().getSimpleName() + " without " + name);
        }
    }

    private static boolean has(Annotation annotation, String name) {
        return Arrays.stream(annotation.annotationType().getDeclaredMethods()).anyMatch(method -> method.getName().equals(name));
    }

    private Object empty() throws Throwable {
        Class<?> type = method.getParameterTypes()[0];
        if (type == String.class) {
            return "";
        }
        if (type.isArray()) {
            return java.lang.reflect.Array.newInstance(type.getComponentType(), 0);
        }
        if (type.isAssignableFrom(ArrayList.class)) {
            return List.of();
        }
        if (type == Set.class) {
            return Set.of();
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            Class<?> made = type.isInterface() ? Map.class.isAssignableFrom(type) ? java.util.TreeMap.class : java.util.TreeSet.class : type;
            return made.getDeclaredConstructor().newInstance();
        }
        throw new IllegalArgumentException("@EmptySource cannot make an empty " + type.getName());
    }

    private void addConstants(Annotation source) {
        Class<?> given = (Class<?>) attribute(source, "value");
        Class<?> type = given.isEnum() && given.getEnumConstants().length > 0 ? given : method.getParameterTypes()[0];
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), constant);
        }
        // Ranges came with JUnit 5.12.
        if (has(source, "from") && !(attribute(source, "from").equals("") && attribute(source, "to").equals(""))) {
            throw Ask.beyond("@EnumSource with a range");
        }
        String[] names = (String[]) attribute(source, "names");
        String mode = ((Enum<?>) attribute(source, "mode")).name();
        boolean byName = mode.equals("INCLUDE") || mode.equals("EXCLUDE");
        if (byName && !constants.keySet().containsAll(Arrays.asList(names))) {
            throw new IllegalArgumentException("@EnumSource names what " + type.getName() + " does not have");
        }
        Set<String> wanted = new HashSet<>(Arrays.asList(names));
        constants.forEach((name, constant) -> {
            if (names.length == 0 || fits(mode, wanted, name)) {
                one(constant);
            }
        });
    }

    private static boolean fits(String mode, Set<String> names, String name) {
        switch (mode) {
            case "INCLUDE":
                return names.contains(name);
            case "EXCLUDE":
                return !names.contains(name);
            case "MATCH_ALL":
                return names.stream().allMatch(name::matches);
            case "MATCH_ANY":
                return names.stream().anyMatch(name::matches);
            case "MATCH_NONE":
                return names.stream().noneMatch(name::matches);
            default:
                throw Ask.beyond("@EnumSource with mode " + mode);
        }
    }

    private void addElements(Object several) {
        for (Object element : Rows.elements(several)) {
            Object[] row = element instanceof Arguments ? ((Arguments) element).get()
                : element instanceof Object[] ? (Object[]) element : new Object[] {element};
            Object[] bare = new Object[row.length];
            for (int i = 0; i < row.length; i++) {
                bare[i] = row[i] instanceof Named<?> ? ((Named<?>) row[i]).getPayload() : row[i];
            }
            rows.add(bare);
        }
    }

    /** {@code name}, or {@code pkg.Cls#name}, with or without empty parentheses. */
    private Object result(String factory) throws Throwable {
        int hash = factory.indexOf('#');
        String name = factory.substring(hash + 1).replace("()", "");
        Class<?> owner = hash < 0 ? test : Class.forName(factory.substring(0, hash), true, test.getClassLoader());
        for (Method candidate : TestMain.methods(owner)) {
            if (candidate.getName().equals(name) && candidate.getParameterCount() == 0) {
                candidate.setAccessible(true);
                Object receiver = Calls.isStatic(candidate) ? null : instances.having(candidate.getDeclaringClass());
                return Calls.call(candidate, receiver);
            }
        }
        throw Ask.beyond("@MethodSource(\"" + factory + "\"): no method " + name + " without parameters in " + owner.getName());
    }

    private Object value(String name) throws Throwable {
        int hash = name.indexOf('#');
        Class<?> owner = hash < 0 ? test : Class.forName(name.substring(0, hash), true, test.getClassLoader());
        Field field = owner.getDeclaredField(name.substring(hash + 1));
        field.setAccessible(true);
        boolean isStatic = java.lang.reflect.Modifier.isStatic(field.getModifiers());
        return field.get(isStatic ? null : instances.having(owner));
    }
}
