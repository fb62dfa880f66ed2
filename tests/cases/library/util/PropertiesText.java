//@ run-native
// Exercises Properties: load syntax with escapes and continuations, store without its date line, defaults, and XML-free listing.
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

public class PropertiesText {
    public static void main(String[] args) throws IOException {
        String text = String.join("\n",
            "# comment", "! other comment", "simple=value", "spaced   =   padded value  ", "colon:value",
                "space separated value", "empty=", "lonely",
            "multi=one,\\", "    two,\\", "    three", "uni=\\u0041\\u00e9", "esc\\=key=tab\\there\\nline\\\\slash",
                "key\\ with\\ spaces=x", "dup=1", "dup=2", "  indented=yes", "path=C:\\\\dir");
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        for (var entry : new TreeMap<>(properties).entrySet()) {
            System.out.println("[" + entry.getKey() + "] = [" + escape((String) entry.getValue()) + "]");
        }
        System.out.println(properties.size() + " " + properties.getProperty("missing")
            + " " + properties.getProperty("missing", "fallback"));

        Properties defaults = new Properties();
        defaults.setProperty("a", "default a");
        defaults.setProperty("b", "default b");
        Properties layered = new Properties(defaults);
        System.out.println(layered.setProperty("a", "own a") + " " + layered.getProperty("a")
            + " " + layered.getProperty("b") + " " + layered.get("b") + " " + layered.size()
            + " " + new TreeSet<>(layered.stringPropertyNames()));
        Properties single = new Properties();
        single.setProperty("key with: specials=", " leading, caf\u00e9 #!\ttab");
        StringWriter out = new StringWriter();
        single.store(out, "header");
        String[] lines = out.toString().split(System.lineSeparator());
        System.out.println(lines.length + " " + lines[0] + " " + lines[1].startsWith("#") + " " + escape(lines[2]));
        Properties back = new Properties();
        back.load(new StringReader(out.toString()));
        System.out.println(back.equals(single));
        try {
            new Properties().load(new StringReader("bad=\\u00zz"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        systemProperties();
    }

    private static void systemProperties() {
        System.out.println(System.getProperty("jaywalk.test") + " " + System.setProperty("jaywalk.test", "on")
            + " " + System.getProperty("jaywalk.test") + " " + System.setProperty("jaywalk.test", "true"));
        System.out.println(Boolean.getBoolean("jaywalk.test") + " " + System.clearProperty("jaywalk.test")
            + " " + System.getProperty("jaywalk.test", "gone"));
        System.setProperty("jaywalk.number", "0x20");
        System.out.println(Integer.getInteger("jaywalk.number") + " " + Long.getLong("jaywalk.none", 6L)
            + " " + Integer.getInteger("jaywalk.none"));
        System.out.println(Arrays.toString(System.lineSeparator().toCharArray()).length()
            + " " + System.getProperty("line.separator").equals(System.lineSeparator())
            + " " + System.getProperty("file.separator") + System.getProperty("path.separator"));
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println((System.getenv("JAYWALK_SURELY_UNSET") == null)
            + " " + (Runtime.getRuntime().availableProcessors() > 0) + " " + (Runtime.getRuntime().maxMemory() > 0)
            + " " + (System.nanoTime() <= System.nanoTime()) + " " + (System.currentTimeMillis() > 1_600_000_000_000L));
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(c >= 32 && c < 127 ? String.valueOf(c) : "<" + (int) c + ">");
        }
        return out.toString();
    }
}
