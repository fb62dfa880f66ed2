//@ run-native
// Exercises custom serial forms: writeObject and readObject, transient fields, put fields, inheritance, and versions.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

public class SerialCustomForms {
    static class Unserializable {
        String base = "set by the constructor";

        Unserializable() { }
    }

    static class Account extends Unserializable implements Serializable, ObjectInputValidation {
        private static final long serialVersionUID = 7L;
        static String shared = "static";
        private final String owner;
        private transient long cents;
        private transient List<String> log = new ArrayList<>();

        Account(String owner, long cents) {
            this.owner = owner;
            this.cents = cents;
            base = "changed";
            log.add("made");
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeLong(cents ^ 0x5555);
            out.writeUTF("trailer");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(this, 0);
            in.defaultReadObject();
            cents = in.readLong() ^ 0x5555;
            log = new ArrayList<>(List.of("read " + in.readUTF()));
        }

        @Override
        public void validateObject() throws InvalidObjectException {
            if (cents < 0) {
                throw new InvalidObjectException("negative balance of " + owner);
            }
            log.add("validated");
        }

        @Override
        public String toString() {
            return owner + " " + cents + " " + log + " " + base;
        }
    }

    static class Renamed implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("first", String.class), new ObjectStreamField("size", int.class)};
        private String[] parts;

        Renamed(String... parts) {
            this.parts = parts;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("first", parts[0]);
            fields.put("size", parts.length);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            parts = new String[fields.get("size", 0)];
            java.util.Arrays.fill(parts, fields.get("first", "none"));
            System.out.println("defaulted " + fields.defaulted("size"));
        }
    }

    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new Account("ann", 1234));
        System.out.println(read(write(new Account("ann", 1234))));
        try {
            read(write(new Account("bob", -5)));
        } catch (InvalidObjectException e) {
            System.out.println(e.getMessage());
        }
        Renamed renamed = (Renamed) read(write(new Renamed("x", "y", "z")));
        System.out.println(String.join(",", renamed.parts));
        ObjectStreamClass description = ObjectStreamClass.lookup(Account.class);
        System.out.println(description + " " + description.getFields().length + " " + description.getField("owner") + " "
            + ObjectStreamClass.lookup(Unserializable.class) + " "
            + ObjectStreamClass.lookup(Renamed.class).getFields().length);
        byte[] bytes = write(new Account("version", 1));
        String text = new String(bytes, "ISO-8859-1");
        int at = text.indexOf("SerialCustomForms$Account") + "SerialCustomForms$Account".length();
        bytes[at + 7] = 9;
        try {
            read(bytes);
        } catch (java.io.InvalidClassException e) {
            System.out.println(e.getMessage());
        }
    }
}
