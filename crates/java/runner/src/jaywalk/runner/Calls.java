package jaywalk.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Finding methods by their descriptors, and calling them. */
final class Calls {
    private Calls() {
    }

    /** {@code pkg.Cls#method(I)}: the parameters tell methods of one name apart. */
    static Method method(String text) throws ClassNotFoundException {
        int hash = text.indexOf('#');
        int open = text.indexOf('(');
        String name = text.substring(hash + 1, open);
        String wanted = text.substring(open);
        for (Method method : Class.forName(text.substring(0, hash)).getDeclaredMethods()) {
            if (method.getName().equals(name) && parameters(method).equals(wanted)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalStateException("there is no " + text);
    }

    private static String parameters(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) {
            text.append(type.descriptorString());
        }
        return text.append(')').toString();
    }

    static boolean isStatic(Method method) {
        return Modifier.isStatic(method.getModifiers());
    }

    static Object call(Method method, Object receiver, Object... arguments) throws Throwable {
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }
}
