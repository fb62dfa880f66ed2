//@ run-native
// Exercises an uncaught checked exception with a multi-line message, from a constructor reached through an interface.
public class UncaughtChecked {
    static class ConfigException extends Exception {
        ConfigException(String message) { super(message); }
    }

    interface Loader { Object load(String text) throws ConfigException; }

    static class Entry {
        final String key;
        final String value;

        Entry(String line) throws ConfigException {
            int at = line.indexOf('=');
            if (at < 0) {
                throw new ConfigException("no '=' in line:\n  " + line + "\n  ^");
            }
            key = line.substring(0, at);
            value = line.substring(at + 1);
        }
    }

    enum Format implements Loader {
        PLAIN {
            @Override
            public Entry load(String text) throws ConfigException { return new Entry(text); }
        }
    }

    public static void main(String[] args) throws ConfigException {
        Loader loader = Format.PLAIN;
        for (String line : "a=1\nb=2\nbroken\nc=3".split("\n")) {
            Entry e = (Entry) loader.load(line);
            System.out.println(e.key + " -> " + e.value);
        }
    }
}
