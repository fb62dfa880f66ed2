//@ run-native
// Exercises object graphs in serialization: cycles, shared references, arrays, collections, reset, and unshared writes.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

public class SerialGraph {
    static class Node implements Serializable {
        final String name;
        final List<Node> edges = new ArrayList<>();
        Node parent;

        Node(String name) {
            this.name = name;
        }

        Node edge(Node other) {
            edges.add(other);
            other.parent = this;
            return this;
        }
    }

    private static byte[] write(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object object : objects) {
                out.writeObject(object);
            }
        }
        return bytes.toByteArray();
    }

    private static Object copy(Object object) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(object)))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Node root = new Node("root");
        Node left = new Node("left");
        root.edge(left).edge(new Node("right"));
        left.edge(root);
        Node read = (Node) copy(root);
        System.out.println(read.name + " " + read.edges.get(0).name + " cycle " + (read.edges.get(0).edges.get(0) == read)
            + " parent " + (read.edges.get(1).parent == read) + " new " + (read != root));

        String shared = "shared";
        Object[] array = {shared, shared, new int[] {1, 2}, null, new String[][] {{"a"}, {}}, 'c', 5L};
        Object[] array2 = (Object[]) copy(array);
        System.out.println(Arrays.deepToString(array2) + " same " + (array2[0] == array2[1]));

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int[] changing = {1};
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(changing);
            changing[0] = 2;
            out.writeObject(changing);
            out.reset();
            out.writeObject(changing);
            changing[0] = 3;
            out.writeUnshared(changing);
            out.writeInt(77);
            out.writeObject(null);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            StringBuilder seen = new StringBuilder();
            for (int i = 0; i < 4; i++) {
                seen.append(((int[]) in.readObject())[0]).append(' ');
            }
            System.out.println(seen + "then " + in.readInt() + " " + in.readObject());
            try {
                in.readObject();
            } catch (EOFException e) {
                System.out.println("end");
            }
        }

        Map<String, Object> mixed = new LinkedHashMap<>();
        mixed.put("list", List.of(1, 2, 3));
        mixed.put("map", Map.of("k", "v"));
        mixed.put("tree", new TreeMap<>(Map.of(2, "b", 1, "a")));
        mixed.put("enum map", new EnumMap<>(Map.of(TimeUnit.DAYS, 4)));
        mixed.put("bits", BitSet.valueOf(new long[] {0b1011}));
        mixed.put("deque", new ArrayDeque<>(List.of('x', 'y')));
        mixed.put("self class", SerialGraph.class);
        mixed.put("primitive class", int.class);
        mixed.put("exception", new IllegalStateException("kept").getMessage());
        Object again = copy(mixed);
        System.out.println(again);
        System.out.println(again.getClass().getSimpleName() + " " + ((Map<?, ?>) again).get("tree").getClass()
            .getSimpleName() + " " + (((Map<?, ?>) again).get("self class") == SerialGraph.class));
        HashMap<Node, String> keyed = new HashMap<>();
        keyed.put(root, "value");
        HashMap<?, ?> rehashed = (HashMap<?, ?>) copy(keyed);
        System.out.println(rehashed.containsKey(rehashed.keySet().iterator().next()) + " " + rehashed.containsKey(root));
    }
}
