package jaywalk.kernel;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;

/**
 * Objects out of texts, for {@code Verify.createFromJSON}. An object is there without any constructor having run, as Java PathFinder has it, and its
 * fields are what the text says; those of which it says nothing are zero. A record is made by its constructor, since nobody else may write its fields.
 */
public final class Filling {
    /** Who chooses, and hears what was chosen. */
    public interface Chooser {
        /** A number below {@code count}. */
        int pick(int count);

        void tell(String what);
    }

    private final Chooser chooser;

    private Filling(Chooser chooser) {
        this.chooser = chooser;
    }

    /**
     * @throws IllegalArgumentException if the text is no JSON, or does not fit the type
     * @throws UnsupportedOperationException if it has a choice of a kind that is not known
     */
    public static Object create(Class<?> type, String text, Chooser chooser) {
        return new Filling(chooser).made(type, Json.read(text), type.getSimpleName());
    }

    private static IllegalArgumentException wrong(String where, String what) {
        return new IllegalArgumentException("createFromJSON: " + where + ": " + what);
    }

    /** The value of this type; {@code where} says for what. */
    private Object made(Class<?> type, Object value, String where) {
        if (value instanceof Json.Choice) {
            Object chosen = chosen((Json.Choice) value, where);
            Object made = made(type, chosen, where);
            chooser.tell(where + " = " + made);
            return made;
        }
        if (value == null && !type.isPrimitive()) {
            return null;
        }
        if (value instanceof Json.Numeral) {
            return number(type, ((Json.Numeral) value).text, where);
        }
        if (value instanceof Boolean && (type == boolean.class || type == Boolean.class || type == Object.class)) {
            return value;
        }
        if (value instanceof String) {
            return text(type, (String) value, where);
        }
        if (value instanceof List && type.isArray()) {
            return array(type.getComponentType(), (List<?>) value, where);
        }
        if (value instanceof Map && !type.isPrimitive() && !type.isArray()) {
            return type.isRecord() ? record(type, (Map<?, ?>) value) : object(type, (Map<?, ?>) value);
        }
        throw wrong(where, described(value) + " is no " + type.getTypeName());
    }

    private static String described(Object value) {
        return value instanceof Map ? "an object" : value instanceof List ? "an array" : String.valueOf(value);
    }

    // ---- choices

    private Object chosen(Json.Choice choice, String where) {
        List<Object> from = choice.arguments;
        switch (choice.name) {
            case "TrueFalse":
                return chooser.pick(2) == 0;
            case "IntSet":
            case "DoubleSet":
                if (from.isEmpty()) {
                    throw wrong(where, "a choice with an empty range");
                }
                return from.get(chooser.pick(from.size()));
            case "IntInterval":
                long min = bound(choice, 0, where);
                long max = bound(choice, 1, where);
                if (from.size() != 2 || min > max || max - min >= Integer.MAX_VALUE) {
                    throw wrong(where, "IntInterval wants its least and its greatest value");
                }
                return new Json.Numeral(Long.toString(min + chooser.pick((int) (max - min + 1))));
            default:
                throw new UnsupportedOperationException("createFromJSON: " + where + ": " + choice.name
                    + "() is a choice that nobody here knows; there are TrueFalse, IntSet, IntInterval and DoubleSet");
        }
    }

    private static long bound(Json.Choice choice, int at, String where) {
        Object value = at < choice.arguments.size() ? choice.arguments.get(at) : null;
        if (value instanceof Json.Numeral) {
            return (Long) number(long.class, ((Json.Numeral) value).text, where);
        }
        throw wrong(where, "IntInterval wants its least and its greatest value");
    }

    // ---- single values

    private static Object number(Class<?> type, String text, String where) {
        try {
            if (type == int.class || type == Integer.class) {
                return Integer.valueOf(text);
            }
            if (type == long.class || type == Long.class) {
                return Long.valueOf(text);
            }
            if (type == short.class || type == Short.class) {
                return Short.valueOf(text);
            }
            if (type == byte.class || type == Byte.class) {
                return Byte.valueOf(text);
            }
            if (type == double.class || type == Double.class) {
                return Double.valueOf(text);
            }
            if (type == float.class || type == Float.class) {
                return Float.valueOf(text);
            }
        } catch (NumberFormatException e) {
            // Said below, with the name of the field.
        }
        throw wrong(where, text + " is no " + type.getTypeName());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object text(Class<?> type, String text, String where) {
        if (type.isAssignableFrom(String.class)) {
            return text;
        }
        if ((type == char.class || type == Character.class) && text.length() == 1) {
            return text.charAt(0);
        }
        if (type.isEnum()) {
            return Enum.valueOf((Class<? extends Enum>) type, text);
        }
        throw wrong(where, "\"" + text + "\" is no " + type.getTypeName());
    }

    private Object array(Class<?> element, List<?> values, String where) {
        Object array = Array.newInstance(element, values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, made(element, values.get(i), where + "[" + i + "]"));
        }
        return array;
    }

    // ---- objects

    private Object object(Class<?> type, Map<?, ?> values) {
        Object object = allocate(type);
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            String name = (String) entry.getKey();
            Field field = field(type, name);
            Object value = made(field.getType(), entry.getValue(), type.getSimpleName() + "." + name);
            try {
                field.setAccessible(true);
                field.set(object, value);
            } catch (IllegalAccessException | RuntimeException e) {
                throw wrong(type.getSimpleName() + "." + name, "the field cannot be written");
            }
        }
        return object;
    }

    private static Object allocate(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
            throw wrong(type.getSimpleName(), "objects of this type cannot be made");
        }
        try {
            Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            return ((sun.misc.Unsafe) unsafe.get(null)).allocateInstance(type);
        } catch (ReflectiveOperationException e) {
            throw wrong(type.getSimpleName(), "objects of this type cannot be made");
        }
    }

    /** The field of this name, of the class or of one that it extends. */
    private static Field field(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
                    return field;
                }
            }
        }
        throw wrong(type.getSimpleName(), "there is no field " + name);
    }

    private Object record(Class<?> type, Map<?, ?> values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] arguments = new Object[components.length];
        int known = 0;
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            types[i] = components[i].getType();
            boolean isGiven = values.containsKey(name);
            known += isGiven ? 1 : 0;
            arguments[i] = isGiven
                ? made(types[i], values.get(name), type.getSimpleName() + "." + name)
                : Array.get(Array.newInstance(types[i], 1), 0);
        }
        if (known < values.size()) {
            throw wrong(type.getSimpleName(), "there are components in the text that the record has not");
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw wrong(type.getSimpleName(), "the record cannot be made: " + (e.getCause() == null ? e : e.getCause()));
        }
    }
}
