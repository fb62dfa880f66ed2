package jaywalk.runner;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Currency;
import java.util.Locale;
import java.util.UUID;

/** JUnit 5's implicit conversions: texts to what a parameter wants. What is no text is passed as it is. */
final class Convert {
    private Convert() {
    }

    static Object to(Class<?> type, Object value) {
        if (value == null && type.isPrimitive()) {
            throw new IllegalArgumentException("null is no " + type.getName());
        }
        if (!(value instanceof String) || type.isInstance(value)) {
            return value;
        }
        try {
            return fromText(type, (String) value);
        } catch (ReflectiveOperationException failed) {
            throw new IllegalArgumentException("no " + type.getName() + " can be made of \"" + value + "\"", failed);
        }
    }

    private static Object fromText(Class<?> type, String text) throws ReflectiveOperationException {
        switch (type.getName()) {
            case "boolean": case "java.lang.Boolean":
                if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                    throw new IllegalArgumentException("neither true nor false: " + text);
                }
                return Boolean.valueOf(text);
            case "char": case "java.lang.Character":
                if (text.length() != 1) {
                    throw new IllegalArgumentException("not one character: " + text);
                }
                return text.charAt(0);
            case "byte": case "java.lang.Byte":
                return Byte.decode(text.replace("_", ""));
            case "short": case "java.lang.Short":
                return Short.decode(text.replace("_", ""));
            case "int": case "java.lang.Integer":
                return Integer.decode(text.replace("_", ""));
            case "long": case "java.lang.Long":
                return Long.decode(text.replace("_", ""));
            case "float": case "java.lang.Float":
                return Float.valueOf(text.replace("_", ""));
            case "double": case "java.lang.Double":
                return Double.valueOf(text.replace("_", ""));
            case "java.io.File":
                return new File(text);
            case "java.lang.Class":
                return Class.forName(text);
            case "java.nio.file.Path":
                return Path.of(text);
            case "java.nio.charset.Charset":
                return Charset.forName(text);
            case "java.util.Currency":
                return Currency.getInstance(text);
            case "java.util.Locale":
                return new Locale(text);
            case "java.util.UUID":
                return UUID.fromString(text);
            default:
                return type.isEnum() ? constant(type, text) : made(type, text);
        }
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("No enum constant " + type.getName() + "." + name);
    }

    /** By the type's own {@code parse}, its one factory, or its constructor. */
    private static Object made(Class<?> type, String text) throws ReflectiveOperationException {
        try {
            Method only = null;
            for (Method method : type.getDeclaredMethods()) {
                if (!makes(method, type)) {
                    continue;
                }
                if (type.getName().startsWith("java.time.") && (method.getName().equals("parse") || method.getName().equals("of"))) {
                    return method.invoke(null, text);
                }
                if (only != null) {
                    only = null;
                    break;
                }
                only = method;
            }
            if (only != null) {
                only.setAccessible(true);
                return only.invoke(null, text);
            }
            Constructor<?> constructor = type.getDeclaredConstructor(String.class);
            if (Modifier.isPrivate(constructor.getModifiers())) {
                throw new NoSuchMethodException("its constructor is private");
            }
            constructor.setAccessible(true);
            return constructor.newInstance(text);
        } catch (InvocationTargetException wrapped) {
            throw new IllegalArgumentException("no " + type.getName() + " can be made of \"" + text + "\"", wrapped.getCause());
        }
    }

    private static boolean makes(Method method, Class<?> type) {
        int modifiers = method.getModifiers();
        return Modifier.isStatic(modifiers) && !Modifier.isPrivate(modifiers) && method.getReturnType() == type
            && method.getParameterCount() == 1
            && (method.getParameterTypes()[0] == String.class || method.getParameterTypes()[0] == CharSequence.class);
    }
}
