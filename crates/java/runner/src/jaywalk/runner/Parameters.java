package jaywalk.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.runners.Parameterized;

/** The rows of a class that JUnit 4's {@code Parameterized} would run, and giving the test object one of them. */
final class Parameters {
    private Parameters() {
    }

    /** Makes the test object with one row; what JUnit puts behind the test's name for it. */
    static String choose(Class<?> test, Instances instances) throws Throwable {
        Method source = source(test);
        List<Object[]> rows = new ArrayList<>();
        for (Object element : Rows.elements(Calls.call(source, null))) {
            rows.add(element instanceof Object[] ? (Object[]) element : new Object[] {element});
        }
        int which = Rows.choose(rows, test.getName());
        give(test, instances, rows.get(which));
        String name = source.getAnnotation(Parameterized.Parameters.class).name().replace("{index}", String.valueOf(which));
        return "[" + (name.indexOf('{') < 0 ? name : MessageFormat.format(name, rows.get(which))) + "]";
    }

    private static Method source(Class<?> test) {
        for (Method method : TestMain.methods(test)) {
            if (Calls.isStatic(method) && method.isAnnotationPresent(Parameterized.Parameters.class)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalStateException("No public static parameters method on class " + test.getName());
    }

    private static void give(Class<?> test, Instances instances, Object[] row) throws Throwable {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = test; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(Parameterized.Parameter.class)) {
                    fields.add(field);
                }
            }
        }
        if (fields.isEmpty()) {
            instances.constructWith(row);
        }
        Object made = instances.of(test);
        for (Field field : fields) {
            field.setAccessible(true);
            field.set(made, row[field.getAnnotation(Parameterized.Parameter.class).value()]);
        }
    }
}
