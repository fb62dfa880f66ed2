//@ run-native
// Exercises records by reflection: components with types and accessors, canonical constructors, and a generic copy with changes.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public class RecordsReflected {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Key { }

    record Person(@Key String name, int age, List<String> tags) {
        static int made;

        Person {
            made++;
            tags = List.copyOf(tags);
        }

        Person(String name) {
            this(name, 0, List.of());
        }

        @Override
        public String name() {
            return name.toUpperCase();
        }
    }

    record Wrapper<T extends Comparable<T>>(T value, T[] more) { }

    record Empty() { }

    static class NotRecord { }

    private static Map<String, Object> toMap(Record record) throws ReflectiveOperationException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            map.put(component.getName(), component.getAccessor().invoke(record));
        }
        return map;
    }

    /** A copy of the record in which some components have other values. */
    private static <R extends Record> R with(R record, Map<String, Object> changes) throws ReflectiveOperationException {
        @SuppressWarnings("unchecked")
        Class<R> type = (Class<R>) record.getClass();
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Map<String, Object> values = toMap(record);
        values.putAll(changes);
        Constructor<R> canonical = type.getDeclaredConstructor(types);
        return canonical.newInstance(values.values().toArray());
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : List.of(Person.class, Wrapper.class, Empty.class, NotRecord.class)) {
            RecordComponent[] components = type.getRecordComponents();
            System.out.println(type.getSimpleName() + " " + type.isRecord() + " "
                + (components == null ? "null" : Arrays.toString(components)) + " "
                + Modifier.toString(type.getModifiers()) + " " + type.getSuperclass().getSimpleName());
        }
        for (RecordComponent component : Person.class.getRecordComponents()) {
            System.out.println(component.getName() + " " + component.getType().getSimpleName() + " "
                + component.getGenericType() + " " + component.getGenericSignature() + " key "
                + component.isAnnotationPresent(Key.class) + " " + component.getAccessor().getName() + " "
                + component.getDeclaringRecord().getSimpleName());
        }
        System.out.println(Arrays.stream(Wrapper.class.getRecordComponents()).map(RecordComponent::getGenericType)
            .collect(Collectors.toList()));
        Person ann = new Person("Ann", 30, List.of("x"));
        System.out.println(toMap(ann) + " " + ann);
        Person older = with(ann, Map.of("age", 31, "tags", List.of("y", "z")));
        System.out.println(older + " " + older.equals(with(older, Map.of())) + " made " + Person.made);
        System.out.println(Arrays.stream(Person.class.getDeclaredConstructors()).map(Constructor::getParameterCount)
            .sorted().collect(Collectors.toList()) + " " + new Person("Bob").equals(new Person("Bob", 0, List.of())));
        System.out.println(Arrays.stream(Person.class.getDeclaredFields())
            .map(f -> Modifier.toString(f.getModifiers()) + " " + f.getName()).collect(Collectors.toList()));
        try {
            Person.class.getDeclaredField("age").setInt(ann, 99);
        } catch (IllegalAccessException e) {
            System.out.println("record fields stay final");
        }
        System.out.println(Arrays.stream(Person.class.getDeclaredMethods()).map(m -> m.getName()).sorted()
            .collect(Collectors.toList()));
    }
}
