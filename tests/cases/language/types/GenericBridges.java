//@ run-native
// Exercises bridge methods, covariant returns, and heap pollution found late by a checked cast.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public class GenericBridges {
    interface Source<T> { T get(); }

    interface Sink<T> { String put(T t); }

    static class Box<T> implements Source<T>, Sink<T> {
        T held;

        public T get() { return held; }

        public String put(T t) {
            held = t;
            return "Box.put";
        }
    }

    static class IntBox extends Box<Integer> {
        @Override
        public Integer get() { return held == null ? -1 : held + 1; }

        @Override
        public String put(Integer i) { return super.put(i * 2) + " via IntBox.put"; }
    }

    static class Animal {
        Animal self() { return this; }

        Number legs() { return 4; }
    }

    static class Bird extends Animal {
        @Override
        Bird self() { return this; }

        @Override
        Integer legs() { return 2; }

        String sing() { return "tweet"; }
    }

    static class Version implements Comparable<Version> {
        final int major;

        Version(int m) { major = m; }

        @Override
        public int compareTo(Version o) { return Integer.compare(major, o.major); }
    }

    static <T extends Comparable<? super T>> T largest(List<? extends T> list) {
        T best = null;
        for (T t : list) {
            if (best == null || t.compareTo(best) > 0) best = t;
        }
        return best;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        IntBox box = new IntBox();
        Box<Integer> asBox = box;
        Source<Integer> source = box;
        Sink raw = box;
        System.out.println(asBox.put(5) + " " + source.get() + " " + box.held);
        System.out.println(raw.put(7) + " " + ((Source) box).get());
        try {
            raw.put("text");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Animal a = new Bird();
        System.out.println(a.self().getClass().getSimpleName() + " " + a.legs() + " " + new Bird().self().sing());
        List<Version> versions = new ArrayList<>(List.of(new Version(3), new Version(11), new Version(8)));
        System.out.println(largest(versions).major + " " + largest(List.of("b", "c", "a")));
        try {
            ((Comparable) new Version(1)).compareTo("x");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        List<String> strings = new ArrayList<>();
        ((List) strings).add(42);
        System.out.println(strings.size() + " " + strings);
        Object fine = strings.get(0);
        System.out.println(fine);
        try {
            String broken = strings.get(0);
            System.out.println(broken);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Comparator<Integer> byLast = new Comparator<>() {
            @Override
            public int compare(Integer x, Integer y) { return x % 10 - y % 10; }
        };
        List<Integer> ints = new ArrayList<>(List.of(31, 25, 12, 42));
        ints.sort(byLast.reversed());
        System.out.println(ints);
        int bridges = 0;
        for (java.lang.reflect.Method m : IntBox.class.getDeclaredMethods()) {
            if (m.isBridge()) bridges++;
        }
        System.out.println(bridges);
    }
}
