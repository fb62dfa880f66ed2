//@ run-native
// Exercises the streams of serialization themselves: filters, resolveClass, replaceObject, annotations, and broken bytes.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class SerialFilters {
    record Secret(String text) implements Serializable { }

    static class Plain implements Serializable {
        int number = 5;
        Secret secret = new Secret("hush");
    }

    static class Replacing extends ObjectOutputStream {
        Replacing(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            return object instanceof Secret ? new Secret("***") : object;
        }
    }

    static class Watching extends ObjectInputStream {
        private final List<String> classes = new ArrayList<>();

        Watching(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            classes.add(description.getName());
            return super.resolveClass(description);
        }
    }

    private static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Replacing(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static void filtered(String label, byte[] bytes, ObjectInputFilter filter) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(filter);
            Object read = in.readObject();
            System.out.println(label + ": read " + read.getClass().getSimpleName());
        } catch (InvalidClassException e) {
            System.out.println(label + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = write(new Plain());
        Watching in = new Watching(new ByteArrayInputStream(bytes));
        Plain plain = (Plain) in.readObject();
        System.out.println(plain.number + " " + plain.secret + " " + in.classes);
        System.out.println(String.format("%02x%02x %02x%02x", bytes[0], bytes[1], bytes[2], bytes[3]));

        filtered("all", bytes, ObjectInputFilter.Config.createFilter("*"));
        filtered("no secrets", bytes, ObjectInputFilter.Config.createFilter("!SerialFilters$Secret;*"));
        filtered("only the JDK", bytes, ObjectInputFilter.Config.createFilter("java.base/*;!*"));
        filtered("shallow", bytes, ObjectInputFilter.Config.createFilter("maxdepth=1"));
        filtered("small arrays", write(new int[100]), ObjectInputFilter.Config.createFilter("maxarray=10"));
        filtered("by hand", bytes, info -> info.serialClass() == Secret.class
            ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED);
        System.out.println(ObjectInputFilter.Status.valueOf("ALLOWED"));

        for (int cut : new int[] {0, 2, 4, 10, bytes.length - 3}) {
            try (ObjectInputStream part = new ObjectInputStream(
                new ByteArrayInputStream(Arrays.copyOf(bytes, cut)))) {
                part.readObject();
                System.out.println(cut == bytes.length - 3 ? "tail missing but read" : "read");
            } catch (IOException e) {
                System.out.println("cut: " + e.getClass().getSimpleName());
            }
        }
        byte[] bad = bytes.clone();
        bad[0] = 0;
        try {
            new ObjectInputStream(new ByteArrayInputStream(bad));
        } catch (StreamCorruptedException e) {
            System.out.println(e.getMessage());
        }
        byte[] unknown = new String(bytes, "ISO-8859-1").replace("SerialFilters$Plain", "SerialFilters$Plane")
            .getBytes("ISO-8859-1");
        try (ObjectInputStream missing = new ObjectInputStream(new ByteArrayInputStream(unknown))) {
            missing.readObject();
        } catch (ClassNotFoundException e) {
            System.out.println("no class " + e.getMessage());
        }
    }
}
