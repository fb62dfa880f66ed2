//@ run-native
// Exercises an ObjectOutputStream round trip: graphs with cycles, transient fields, custom hooks, enums, and records.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

public class Serialization {
    enum Mode { FAST, SLOW }

    record Point(int x, double y) implements Serializable { }

    static class Base {
        int notSaved = 77;
    }

    static class Node extends Base implements Serializable {
        private static final long serialVersionUID = 3;
        final String name;
        Node next;
        transient int cache = 5;
        final int[] data = {1, 2, 3};
        final List<Object> parts = new ArrayList<>();

        Node(String name) {
            this.name = name;
        }
    }

    static class Hooked implements Serializable {
        private static final long serialVersionUID = 4;
        transient String secret;

        Hooked(String secret) {
            this.secret = secret;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF(new StringBuilder(secret).reverse().toString());
            out.writeInt(secret.length());
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            secret = in.readUTF() + in.readInt();
        }
    }

    static class Single implements Serializable {
        static final Single INSTANCE = new Single();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    public static void main(String[] args) throws Exception {
        Node first = new Node("first");
        Node second = new Node("second");
        first.next = second;
        second.next = first;
        first.cache = 9;
        first.notSaved = 2;
        first.parts.addAll(Arrays.asList(Mode.SLOW, new Point(1, 2.5), null, 42, 'c', "text", new long[] {7}, second));
        Node copy = (Node) roundTrip(first);
        System.out.println(copy.name + " " + copy.next.name + " " + (copy.next.next == copy) + " " + (copy != first)
            + " cache=" + copy.cache + " base=" + copy.notSaved + " " + Arrays.toString(copy.data));
        System.out.println((copy.parts.get(0) == Mode.SLOW) + " " + copy.parts.get(1) + " " + copy.parts.subList(2, 6)
            + " " + ((long[]) copy.parts.get(6))[0] + " " + (copy.parts.get(7) == copy.next));

        Map<String, Object> map = new LinkedHashMap<>();
        map.put("set", new TreeSet<>(List.of(3, 1, 2)));
        map.put("nested", new LinkedHashMap<>(Map.of("k", List.of(1, 2))));
        map.put("array", new String[][] {{"a"}, {}});
        Map<?, ?> mapCopy = (Map<?, ?>) roundTrip(map);
        System.out.println(mapCopy.get("set") + " " + mapCopy.get("nested")
            + " " + Arrays.deepToString((Object[]) mapCopy.get("array")) + " " + mapCopy.keySet());
        System.out.println(((Hooked) roundTrip(new Hooked("abc"))).secret
            + " " + (roundTrip(Single.INSTANCE) == Single.INSTANCE) + " " + roundTrip(List.of(1, 2, 3))
            + " " + roundTrip(int[].class));
        try {
            roundTrip(new Object[] {"ok", new Base()});
        } catch (NotSerializableException e) {
            System.out.println(e);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeInt(5);
            out.writeObject("shared");
            out.writeObject("shared");
            out.writeBoolean(true);
        }
        byte[] raw = bytes.toByteArray();
        System.out.println(raw.length + " " + Arrays.hashCode(raw)
            + " " + Integer.toHexString((raw[0] & 0xff) << 8 | raw[1] & 0xff));
    }

    private static Object roundTrip(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
