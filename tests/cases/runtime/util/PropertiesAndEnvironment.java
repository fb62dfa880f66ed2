//@ run-native
//@ options: -Dcase.given=from-the-command-line -Dcase.empty=
// Exercises system properties: given, set, cleared and restored ones, typed getters, standard keys, and Properties with defaults.
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

public class PropertiesAndEnvironment {
    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(System.getProperty("case.given") + " [" + System.getProperty("case.empty") + "] "
            + System.getProperty("case.absent") + " " + System.getProperty("case.absent", "default"));
        System.out.println(System.setProperty("case.new", "1") + " " + System.setProperty("case.new", "0x1F") + " "
            + System.getProperty("case.new") + " " + Integer.getInteger("case.new") + " " + Integer.getInteger("case.given", 5)
            + " " + Long.getLong("case.absent") + " " + Boolean.getBoolean("case.new"));
        System.setProperty("case.flag", "TRUE");
        System.out.println(Boolean.getBoolean("case.flag") + " " + System.clearProperty("case.flag") + " "
            + System.clearProperty("case.flag") + " " + Boolean.getBoolean("case.flag"));
        TreeMap<String, String> own = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("case.")) {
                own.put(name, System.getProperty(name));
            }
        }
        System.out.println(own + " [" + System.lineSeparator().replace("\n", "\\n") + "] " + System.getProperty("file.separator")
            + System.getProperty("path.separator") + " " + (System.getProperty("java.version") != null) + " "
            + (System.getProperty("user.dir") != null));
        attempt("null key", () -> System.getProperty(null));
        attempt("empty key", () -> System.getProperty(""));
        attempt("null value", () -> System.setProperty("case.null", null));
        System.out.println(System.getenv("NO_SUCH_VARIABLE_HERE") + " " + System.getenv().containsKey("PATH"));
        attempt("environment", () -> System.getenv().put("A", "b"));

        Properties defaults = new Properties();
        defaults.setProperty("colour", "red");
        defaults.setProperty("size", "10");
        Properties settings = new Properties(defaults);
        settings.load(new StringReader("# comment\n! another\nsize = 12\nlong: one \\\n   two\nkey\\ with\\ spaces value\n"
            + "tab\\t=x\\u0041\nempty\n  indented=yes\ncolon\\:key=a=b"));
        System.out.println(new TreeMap<>(settings) + " " + settings.getProperty("colour") + " " + settings.get("colour") + " "
            + new TreeSet<>(settings.stringPropertyNames()) + " " + settings.size());
        StringWriter out = new StringWriter();
        Properties one = new Properties();
        one.setProperty("a key", " v:=#!\u00e9");
        one.store(out, "header");
        String[] lines = out.toString().split("\\R");
        System.out.println(lines[0] + " | " + lines[lines.length - 1].replace("\u00e9", "(e)") + " | " + lines.length);
        one.put("number", 5);
        System.out.println(one.getProperty("number") + " " + one.get("number") + " " + one.getProperty("none", "fallback"));
        attempt("bad escape", () -> {
            try {
                new Properties().load(new StringReader("a=\\uZZZZ"));
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Properties saved = System.getProperties();
        System.setProperties(one);
        System.out.println(System.getProperty("a key") != null);
        System.setProperties(saved);
        System.out.println(System.getProperty("case.given") + " " + System.identityHashCode(null));
    }
}
