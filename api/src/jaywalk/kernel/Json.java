package jaywalk.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A text of JSON as a tree: maps, lists, texts, numerals, truth values and null. Quotes are of either kind, and a choice like
 * {@code IntSet(1, 2, 3)} may stand in the place of a value, as Java PathFinder has it.
 */
final class Json {
    /** One of several values. */
    static final class Choice {
        final String name;
        final List<Object> arguments;

        Choice(String name, List<Object> arguments) {
            this.name = name;
            this.arguments = arguments;
        }
    }

    /** A number as it is written: what it is for decides how it is read. */
    static final class Numeral {
        final String text;

        Numeral(String text) {
            this.text = text;
        }
    }

    /** Deeper texts than this are refused, before they overflow the stack. */
    private static final int MAX_DEPTH = 500;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.peek() != 0) {
            throw json.wrong("the text should end here");
        }
        return value;
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("createFromJSON: " + what + ", at character " + (at + 1) + " of " + text);
    }

    /** The next character that is no blank; 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean takes(char expected) {
        if (peek() != expected) {
            return false;
        }
        at++;
        return true;
    }

    private void need(char expected) {
        if (!takes(expected)) {
            throw wrong("'" + expected + "' is missing");
        }
    }

    private Object value() {
        if (++depth > MAX_DEPTH) {
            throw wrong("values are nested too deeply");
        }
        char first = peek();
        Object value;
        if (first == '{') {
            value = map();
        } else if (first == '[') {
            at++;
            value = list(']');
        } else if (first == '"' || first == '\'') {
            value = quoted();
        } else if (first == '-' || first >= '0' && first <= '9') {
            value = numeral();
        } else {
            value = word();
        }
        depth--;
        return value;
    }

    private Map<String, Object> map() {
        need('{');
        Map<String, Object> map = new LinkedHashMap<>();
        if (takes('}')) {
            return map;
        }
        do {
            char first = peek();
            String key = first == '"' || first == '\'' ? quoted() : name();
            need(':');
            map.put(key, value());
        } while (takes(','));
        need('}');
        return map;
    }

    private List<Object> list(char end) {
        List<Object> list = new ArrayList<>();
        if (takes(end)) {
            return list;
        }
        do {
            list.add(value());
        } while (takes(','));
        need(end);
        return list;
    }

    private String quoted() {
        char quote = text.charAt(at++);
        StringBuilder found = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char next = text.charAt(at++);
            found.append(next == '\\' ? escaped() : next);
        }
        if (at == text.length()) {
            throw wrong("a text has no end");
        }
        at++;
        return found.toString();
    }

    private char escaped() {
        char next = at < text.length() ? text.charAt(at++) : 0;
        switch (next) {
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case '"': case '\'': case '\\': case '/': return next;
            case 'u':
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
                    if (digit < 0) {
                        throw wrong("\\u wants four hexadecimal digits");
                    }
                    code = code * 16 + digit;
                    at++;
                }
                return (char) code;
            default: throw wrong("nothing is escaped like this");
        }
    }

    private Numeral numeral() {
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return new Numeral(text.substring(from, at));
    }

    private String name() {
        int from = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        if (from == at) {
            throw wrong("a value is missing");
        }
        return text.substring(from, at);
    }

    private Object word() {
        String name = name();
        if (takes('(')) {
            return new Choice(name, list(')'));
        }
        switch (name) {
            case "true": return true;
            case "false": return false;
            case "null": return null;
            default: throw wrong(name + " is no value");
        }
    }
}
