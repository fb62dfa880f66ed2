package jaywalk.runner;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.BaseStream;

/** Sets of arguments: collecting them, and choosing one. */
final class Rows {
    /** More of a text than this is not told. */
    private static final int MAX_TEXT = 40;

    private Rows() {
    }

    /** Each row in turn, one path for each. */
    static int choose(List<Object[]> rows, String test) {
        if (rows.isEmpty()) {
            throw new IllegalStateException(test + " has no arguments: its sources give none");
        }
        int which = Ask.which(rows.size());
        StringJoiner values = new StringJoiner(", ");
        for (Object value : rows.get(which)) {
            values.add(shown(value));
        }
        Ask.tell("arguments [" + (which + 1) + "] " + values);
        return which;
    }

    /** Without running code of the program, which a {@code toString} may be. */
    private static String shown(Object value) {
        if (value instanceof CharSequence) {
            String text = value.toString();
            return '"' + (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text) + '"';
        }
        if (value instanceof Enum<?>) {
            return ((Enum<?>) value).name();
        }
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Character) {
            return String.valueOf(value);
        }
        return value instanceof Class<?> ? ((Class<?>) value).getSimpleName() : value.getClass().getSimpleName();
    }

    /** The elements of whatever a method may return that gives several things. */
    static List<Object> elements(Object several) {
        List<Object> found = new ArrayList<>();
        if (several instanceof BaseStream<?, ?>) {
            ((BaseStream<?, ?>) several).iterator().forEachRemaining(found::add);
        } else if (several instanceof Iterable<?>) {
            ((Iterable<?>) several).forEach(found::add);
        } else if (several instanceof Iterator<?>) {
            ((Iterator<?>) several).forEachRemaining(found::add);
        } else if (several != null && several.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(several); i++) {
                found.add(Array.get(several, i));
            }
        } else {
            throw new IllegalArgumentException("no stream, collection or array of arguments: " + several);
        }
        return found;
    }
}
