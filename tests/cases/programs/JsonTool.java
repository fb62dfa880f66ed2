//@ run-native
// A JSON parser and printer: values as a sealed hierarchy, errors with positions, paths, patches, differences and sorting.
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

public class JsonTool {
    sealed interface Json permits JsonNull, JsonBoolean, JsonNumber, JsonString, JsonArray, JsonObject { }

    enum JsonNull implements Json { NULL }

    record JsonBoolean(boolean value) implements Json { }

    record JsonNumber(BigDecimal value) implements Json {
        /** Numbers are equal when their values are: 1.0 and 1 and 1e0. */
        @Override
        public boolean equals(Object other) {
            return other instanceof JsonNumber number && value.compareTo(number.value) == 0;
        }

        @Override
        public int hashCode() {
            return value.stripTrailingZeros().hashCode();
        }
    }

    record JsonString(String value) implements Json { }

    record JsonArray(List<Json> items) implements Json { }

    record JsonObject(Map<String, Json> members) implements Json { }

    static class JsonException extends RuntimeException {
        JsonException(String message, int line, int column) {
            super(message + " at line " + line + ", column " + column);
        }
    }

    /** A recursive descent parser over the whole text. */
    static class Parser {
        private static final int MAX_DEPTH = 50;
        private final String text;
        private int at;
        private int depth;

        Parser(String text) {
            this.text = text;
        }

        static Json parse(String text) {
            Parser parser = new Parser(text);
            parser.skipSpace();
            Json value = parser.value();
            parser.skipSpace();
            if (parser.at < text.length()) {
                throw parser.error("text after the value");
            }
            return value;
        }

        private Json value() {
            if (at == text.length()) {
                throw error("a value is missing");
            }
            char c = text.charAt(at);
            return switch (c) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> new JsonString(string());
                case 't' -> word("true", new JsonBoolean(true));
                case 'f' -> word("false", new JsonBoolean(false));
                case 'n' -> word("null", JsonNull.NULL);
                default -> {
                    if (c == '-' || c >= '0' && c <= '9') {
                        yield number();
                    }
                    throw error("unexpected '" + c + "'");
                }
            };
        }

        private Json object() {
            enter();
            Map<String, Json> members = new LinkedHashMap<>();
            skipSpace();
            if (!taken('}')) {
                do {
                    skipSpace();
                    if (at == text.length() || text.charAt(at) != '"') {
                        throw error("a name is missing");
                    }
                    String name = string();
                    skipSpace();
                    expect(':');
                    skipSpace();
                    if (members.put(name, value()) != null) {
                        throw error("the name " + name + " stands twice");
                    }
                    skipSpace();
                } while (taken(','));
                expect('}');
            }
            depth--;
            return new JsonObject(members);
        }

        private Json array() {
            enter();
            List<Json> items = new ArrayList<>();
            skipSpace();
            if (!taken(']')) {
                do {
                    skipSpace();
                    items.add(value());
                    skipSpace();
                } while (taken(','));
                expect(']');
            }
            depth--;
            return new JsonArray(items);
        }

        private void enter() {
            at++;
            if (++depth > MAX_DEPTH) {
                throw error("nested too deeply");
            }
        }

        private String string() {
            at++;
            StringBuilder result = new StringBuilder();
            while (true) {
                if (at == text.length()) {
                    throw error("the string does not end");
                }
                char c = text.charAt(at++);
                if (c == '"') {
                    return result.toString();
                }
                if (c < ' ') {
                    at--;
                    throw error("a control character in a string");
                }
                result.append(c == '\\' ? escape() : c);
            }
        }

        private char escape() {
            if (at == text.length()) {
                throw error("the string does not end");
            }
            char c = text.charAt(at++);
            return switch (c) {
                case '"', '\\', '/' -> c;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> unicode();
                default -> {
                    at--;
                    throw error("unknown escape \\" + c);
                }
            };
        }

        private char unicode() {
            if (at + 4 > text.length()) {
                throw error("four hex digits are missing");
            }
            int code = 0;
            for (int i = 0; i < 4; i++) {
                int digit = Character.digit(text.charAt(at), 16);
                if (digit < 0) {
                    throw error("not a hex digit");
                }
                code = code * 16 + digit;
                at++;
            }
            return (char) code;
        }

        private Json number() {
            int start = at;
            taken('-');
            if (taken('0')) {
                if (isDigit()) {
                    throw error("a number starts with zero");
                }
            } else {
                digits();
            }
            if (taken('.')) {
                digits();
            }
            if (taken('e') || taken('E')) {
                if (!taken('+')) {
                    taken('-');
                }
                digits();
            }
            return new JsonNumber(new BigDecimal(text.substring(start, at)));
        }

        private void digits() {
            if (!isDigit()) {
                throw error("a digit is missing");
            }
            while (isDigit()) {
                at++;
            }
        }

        private boolean isDigit() {
            return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
        }

        private Json word(String word, Json value) {
            if (!text.startsWith(word, at)) {
                throw error("unexpected '" + text.charAt(at) + "'");
            }
            at += word.length();
            return value;
        }

        private boolean taken(char c) {
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char c) {
            if (!taken(c)) {
                throw error("'" + c + "' is missing");
            }
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private JsonException error(String message) {
            int line = 1;
            int column = 1;
            for (int i = 0; i < at && i < text.length(); i++) {
                column++;
                if (text.charAt(i) == '\n') {
                    line++;
                    column = 1;
                }
            }
            return new JsonException(message, line, column);
        }
    }

    /** Prints a value on one line, or over several when an indent is given. */
    static class Printer {
        private final int indent;
        private final StringBuilder out = new StringBuilder();

        Printer(int indent) {
            this.indent = indent;
        }

        static String compact(Json value) {
            return new Printer(0).print(value, 0);
        }

        static String pretty(Json value) {
            return new Printer(2).print(value, 0);
        }

        private String print(Json value, int level) {
            if (value instanceof JsonNull) {
                out.append("null");
            } else if (value instanceof JsonBoolean truth) {
                out.append(truth.value());
            } else if (value instanceof JsonNumber number) {
                out.append(number.value().toString());
            } else if (value instanceof JsonString string) {
                quote(string.value());
            } else if (value instanceof JsonArray array) {
                boolean first = true;
                out.append('[');
                for (Json item : array.items()) {
                    separate(first, level + 1);
                    first = false;
                    print(item, level + 1);
                }
                close(first, level, ']');
            } else if (value instanceof JsonObject object) {
                boolean first = true;
                out.append('{');
                for (Map.Entry<String, Json> member : object.members().entrySet()) {
                    separate(first, level + 1);
                    first = false;
                    quote(member.getKey());
                    out.append(indent > 0 ? ": " : ":");
                    print(member.getValue(), level + 1);
                }
                close(first, level, '}');
            }
            return out.toString();
        }

        private void separate(boolean first, int level) {
            out.append(first ? "" : ",");
            newLine(level);
        }

        private void close(boolean empty, int level, char bracket) {
            if (!empty) {
                newLine(level);
            }
            out.append(bracket);
        }

        private void newLine(int level) {
            if (indent > 0) {
                out.append('\n').append(" ".repeat(indent * level));
            }
        }

        private void quote(String text) {
            out.append('"');
            for (char c : text.toCharArray()) {
                int special = "\"\\\b\f\n\r\t".indexOf(c);
                if (special >= 0) {
                    out.append('\\').append("\"\\bfnrt".charAt(special));
                } else if (c < ' ' || c > '~') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        }
    }

    /** The value at a path like /items/0/name, or null if there is none. */
    static Json at(Json value, String path) {
        Json current = value;
        for (String step : path.substring(1).split("/")) {
            if (current instanceof JsonObject object) {
                current = object.members().get(step);
            } else if (current instanceof JsonArray array && step.matches("\\d+")
                && Integer.parseInt(step) < array.items().size()) {
                current = array.items().get(Integer.parseInt(step));
            } else {
                return null;
            }
        }
        return current;
    }

    /** Merges a patch in the manner of RFC 7396: null removes, objects merge, all else replaces. */
    static Json merge(Json target, Json patch) {
        if (!(patch instanceof JsonObject changes)) {
            return patch;
        }
        Map<String, Json> result = new LinkedHashMap<>();
        if (target instanceof JsonObject object) {
            result.putAll(object.members());
        }
        changes.members().forEach((name, change) -> {
            if (change == JsonNull.NULL) {
                result.remove(name);
            } else {
                result.put(name, merge(result.get(name), change));
            }
        });
        return new JsonObject(result);
    }

    static void difference(String path, Json before, Json after, List<String> found) {
        if (before instanceof JsonObject left && after instanceof JsonObject right) {
            Set<String> names = new LinkedHashSet<>(left.members().keySet());
            names.addAll(right.members().keySet());
            for (String name : names) {
                difference(path + "/" + name, left.members().get(name), right.members().get(name), found);
            }
        } else if (before instanceof JsonArray left && after instanceof JsonArray right) {
            for (int i = 0; i < Math.max(left.items().size(), right.items().size()); i++) {
                difference(path + "/" + i, i < left.items().size() ? left.items().get(i) : null,
                    i < right.items().size() ? right.items().get(i) : null, found);
            }
        } else if (before == null) {
            found.add("+ " + path + " " + Printer.compact(after));
        } else if (after == null) {
            found.add("- " + path + " " + Printer.compact(before));
        } else if (!before.equals(after)) {
            found.add("~ " + path + " " + Printer.compact(before) + " -> " + Printer.compact(after));
        }
    }

    static Json sorted(Json value) {
        if (value instanceof JsonObject object) {
            Map<String, Json> members = new TreeMap<>();
            object.members().forEach((name, member) -> members.put(name, sorted(member)));
            return new JsonObject(members);
        }
        return value instanceof JsonArray array ? new JsonArray(array.items().stream().map(JsonTool::sorted).toList())
            : value;
    }

    private static final String ORDER = """
        {
          "id": 17, "customer": {"name": "Ann \\"A\\" Lee", "vip": true, "notes": null},
          "items": [
            {"sku": "b-1", "price": 12.50, "count": 2},
            {"sku": "a-9", "price": 1e2, "count": 1, "tags": ["new", "\\u20ac"]}
          ],
          "empty": [{}, []], "delta": -0.0150
        }
        """;

    public static void main(String[] args) {
        Json order = Parser.parse(ORDER);
        System.out.println(Printer.pretty(order));
        System.out.println(Printer.compact(order));
        System.out.println("round trip " + Parser.parse(Printer.compact(order)).equals(order) + " "
            + Parser.parse(Printer.pretty(order)).equals(order));
        for (String path : List.of("/id", "/customer/name", "/items/1/tags/0", "/items/2", "/id/x", "/empty/0")) {
            Json found = at(order, path);
            System.out.println(path + " = " + (found == null ? "nothing" : Printer.compact(found)));
        }
        BigDecimal total = BigDecimal.ZERO;
        for (Json item : ((JsonArray) at(order, "/items")).items()) {
            total = total.add(((JsonNumber) at(item, "/price")).value().multiply(((JsonNumber) at(item, "/count")).value()));
        }
        System.out.println("total " + total.toPlainString());
        Json patch = Parser.parse("{\"id\":17.0,\"customer\":{\"vip\":null,\"city\":\"Oslo\"},\"items\":[{\"sku\":\"c\"}],"
            + "\"extra\":{\"a\":{\"b\":1,\"c\":null}}}");
        Json patched = merge(order, patch);
        System.out.println(Printer.compact(sorted(patched)));
        List<String> changes = new ArrayList<>();
        difference("", order, patched, changes);
        changes.forEach(System.out::println);

        for (String bad : List.of("", "[1, 2", "{\"a\" 1}", "{\"a\":1,}", "[01]", "[1.]", "\"open", "\"\\x\"", "\"\\u12g4\"",
            "[1] 2", "tru", "{\"a\":1,\n \"a\":2}", "[\n1,\n  @]", "\"tab\tinside\"", "-", "[".repeat(51))) {
            try {
                System.out.println("parsed " + Printer.compact(Parser.parse(bad)));
            } catch (JsonException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
