package jaywalk.kernel;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/** Calls of {@code Verify} that make objects, or keep something beside them. What is kept is part of the state like any other object. */
final class Verify {
    /** Where the settings of Java PathFinder begin that steer it, and not the program. */
    private static final String[] STEERING =
        {"vm.", "search.", "cg.", "listener", "report.", "budget.", "jpf", "native_classpath", "classpath", "target", "log."};
    /** How the names of properties end that describe a choice ({@code Verify.getInt("key")}). */
    private static final String[] CHOICE = {".min", ".max", ".values", ".class", ".type", ".include_null"};

    /** What somebody has attached to an object. */
    private static final class Attributes {
        final Object owner;
        final Attributes next;
        int[] values;

        Attributes(Object owner, Attributes next) {
            this.owner = owner;
            this.next = next;
        }
    }

    private static final class Setting {
        final String key;
        final Setting next;
        String value;

        Setting(String key, Setting next) {
            this.key = key;
            this.next = next;
        }
    }

    private static final class Asking implements Filling.Chooser {
        @Override
        public int pick(int count) {
            return Host.pick(count);
        }

        @Override
        public void tell(String what) {
            Host.tell(what);
        }
    }

    private static Attributes attributes;
    private static Setting settings;

    private Verify() {}

    // ---- objects out of texts and files

    static Object createFromJSON(Class<?> type, String text) {
        try {
            return Filling.create(type, text, new Asking());
        } catch (UnsupportedOperationException e) {
            throw Host.unsupported(e.getMessage());
        }
    }

    static void writeObjectToFile(Object object, String file) {
        try (ObjectOutputStream out = new ObjectOutputStream(new java.io.FileOutputStream(file))) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException("Verify.writeObjectToFile: " + e.getMessage(), e);
        }
    }

    static Object readObjectFromFile(Class<?> type, String file) {
        try (ObjectInputStream in = new ObjectInputStream(new java.io.FileInputStream(file))) {
            return type.cast(in.readObject());
        } catch (IOException e) {
            throw new UncheckedIOException("Verify.readObjectFromFile: " + e.getMessage(), e);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("Verify.readObjectFromFile: " + file + " needs a class that is not there", e);
        }
    }

    // ---- attributes of objects

    static void setObjectAttribute(Object object, int value) {
        of(object).values = new int[] {value};
    }

    /** The last one that was added; 0 if there is none. */
    static int getObjectAttribute(Object object) {
        int[] values = getObjectAttributes(object);
        return values.length == 0 ? 0 : values[0];
    }

    static void addObjectAttribute(Object object, int value) {
        Attributes found = of(object);
        int count = found.values == null ? 0 : found.values.length;
        int[] values = new int[count + 1];
        values[0] = value;
        for (int i = 0; i < count; i++) {
            values[i + 1] = found.values[i];
        }
        found.values = values;
    }

    /** All, the last one that was added first. */
    static int[] getObjectAttributes(Object object) {
        if (object == null) {
            throw new NullPointerException("Verify: attributes of null");
        }
        for (Attributes at = attributes; at != null; at = at.next) {
            if (at.owner == object) {
                return at.values.clone();
            }
        }
        return new int[0];
    }

    private static Attributes of(Object object) {
        if (object == null) {
            throw new NullPointerException("Verify: attributes of null");
        }
        for (Attributes at = attributes; at != null; at = at.next) {
            if (at.owner == object) {
                return at;
            }
        }
        return attributes = new Attributes(object, attributes);
    }

    // ---- properties

    /** Each text is {@code key=value}, or {@code key+=value} for what comes behind what is there. */
    static void setProperties(String... properties) {
        for (String property : properties) {
            int end = property.indexOf('=');
            if (end <= 0) {
                continue;
            }
            boolean isMore = property.charAt(end - 1) == '+';
            String key = property.substring(0, isMore ? end - 1 : end).trim();
            String value = property.substring(end + 1).trim();
            check(key, property);
            String before = isMore ? getProperty(key) : null;
            put(key, before == null ? value : before + value);
        }
    }

    private static void check(String key, String property) {
        for (String start : STEERING) {
            if (key.startsWith(start)) {
                throw Host.unsupported("Verify.setProperties(\"" + property
                    + "\"): what steers the search holds for the whole of it; give it on the command line or in jaywalk.toml");
            }
        }
        for (String end : CHOICE) {
            if (key.endsWith(end)) {
                throw Host.unsupported("Verify.setProperties(\"" + property
                    + "\"): what a choice is made of holds for the whole search; give it with -D");
            }
        }
    }

    private static void put(String key, String value) {
        for (Setting at = settings; at != null; at = at.next) {
            if (at.key.equals(key)) {
                at.value = value;
                return;
            }
        }
        Setting fresh = new Setting(key, settings);
        fresh.value = value;
        settings = fresh;
    }

    static String getProperty(String key) {
        for (Setting at = settings; at != null; at = at.next) {
            if (at.key.equals(key)) {
                return at.value;
            }
        }
        return Host.property(key);
    }
}
